"""The ledger: slips, chain, bundles and verification."""
