"""One mail in two waits instead of four, with a mail server that offers PIPELINING (RFC 2920)."""

import smtplib
from contextlib import suppress

OK, FORWARDED, GO_ON = 250, 251, 354
Reply = tuple[int, bytes]


def send_mail(connection: smtplib.SMTP, sender: str, to: str, raw: bytes) -> None:
    """Send a mail to one recipient, raising what `smtplib.SMTP.sendmail` raises.

    Envelope and DATA go in one piece, and their answers are read together; the mail itself waits for them.
    """
    size = f" size={len(raw)}" if connection.has_extn("size") else ""
    give_commands(
        connection,
        f"MAIL FROM:{smtplib.quoteaddr(sender)}{size}",
        f"RCPT TO:{smtplib.quoteaddr(to)}",
        "DATA",
    )
    mail, rcpt, data = (connection.getreply() for _ in range(3))
    if mail[0] == OK and rcpt[0] in {OK, FORWARDED} and data[0] == GO_ON:
        check_stored(connection, end_data(connection, raw))
        return
    if data[0] == GO_ON:  # a server may wait for a mail without a recipient: it gets an empty one, and refuses that
        end_data(connection, b"")
    reset(connection)
    if mail[0] != OK:
        raise smtplib.SMTPSenderRefused(*mail, sender)
    if rcpt[0] not in {OK, FORWARDED}:
        raise smtplib.SMTPRecipientsRefused({to: rcpt})
    raise smtplib.SMTPDataError(*data)


def give_commands(connection: smtplib.SMTP, *commands: str) -> None:
    """Send commands in one piece; none of them may smuggle in another."""
    if any("\r" in command or "\n" in command for command in commands):
        raise ValueError("an address may not hold a line break")
    connection.send("".join(f"{command}\r\n" for command in commands))


def end_data(connection: smtplib.SMTP, raw: bytes) -> Reply:
    """Send what follows DATA, with a second dot where a line begins with one, and return the answer."""
    dotted = (b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:]
    connection.send(dotted + (b".\r\n" if not dotted or dotted.endswith(b"\r\n") else b"\r\n.\r\n"))
    return connection.getreply()


def check_stored(connection: smtplib.SMTP, reply: Reply) -> None:
    """Raise unless a mail was taken."""
    if reply[0] != OK:
        reset(connection)
        raise smtplib.SMTPDataError(*reply)


def reset(connection: smtplib.SMTP) -> None:
    """Begin anew after a refusal, which stands even where the server hangs up after it."""
    with suppress(smtplib.SMTPServerDisconnected):
        connection.rset()
