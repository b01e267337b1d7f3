"""From where somebody calls: the peer itself, or whom proxies that the club trusts say they forward."""

import logging
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from engine.core.errors import Refused

log = logging.getLogger("atelier")
UNIX = "unix"
"""What a peer behind a socket file is called; it has no address."""
HOUSEHOLD = 64
"""Whoever has one IPv6 address has all that share its first 64 bits."""
Address = IPv4Address | IPv6Address


class Proxies:
    """The proxies whose word counts."""

    def __init__(self, names: Sequence[str]) -> None:
        self._unix = UNIX in names
        self._networks = [_read_network(name) for name in names if name != UNIX]
        self._has_warned = False

    def find_caller(self, peer: str, forwarded: str) -> str:
        """Return what limits count: an IPv4 address, or the network of an IPv6 one.

        Each proxy adds on the right whom it forwards, so the list is read from there, as long as who speaks is trusted.
        """
        caller, hops = read_address(peer), forwarded.split(",")
        if forwarded and not self._trusts(caller):
            self._warn_once(caller)
        while hops and self._trusts(caller):
            hop = read_address(hops.pop())
            if hop is None:
                break
            caller = hop
        return UNIX if caller is None else name_household(caller)

    def _warn_once(self, peer: Address | None) -> None:
        """Tell the host of a proxy that nobody named; what comes from far away is no proxy of theirs."""
        if not self._has_warned and (peer is None or peer.is_private):
            self._has_warned = True
            log.warning(
                "a proxy that is not in `trusted_proxies` forwards requests: all who come through it share limits"
            )

    def _trusts(self, address: Address | None) -> bool:
        return self._unix if address is None else any(address in network for network in self._networks)


def _read_network(name: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(name, strict=False)
    except ValueError:
        raise Refused(
            "invalid_value",
            "`trusted_proxies` takes addresses, networks such as 10.0.0.0/8, and `unix`, not `{name}`.",
            name=name,
        ) from None


def read_address(text: str) -> Address | None:
    """Return an address as proxies spell it, with or without a port; None for what is none."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def name_household(address: Address) -> str:
    """Return an IPv4 address, or the network that an IPv6 address stands for."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, HOUSEHOLD), strict=False))
