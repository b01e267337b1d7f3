"""Mail out and in: composing, the outbox, transports, replies."""
