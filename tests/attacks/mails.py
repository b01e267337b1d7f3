"""Bodies and heads of mails that cost a careless reader dearly: units that are repeated, nested and mixed, the same for each seed."""

import base64
import random

SIZE = 64 * 1024
HTML = (
    "<b>x",
    "<b>",
    "<a ",
    "<a x=",
    '<a x="',
    "<a x='y' ",
    "<a/",
    "</b>",
    "</",
    "<",
    "<!",
    "<!--",
    "<!-- -->",
    "<!-->",
    "<![CDATA[",
    "<?",
    "&",
    "&a",
    "&amp",
    "&amp;",
    "&notanentity;",
    "&#",
    "&#1",
    "&#x41;",
    "&#" + "9" * 6000,
    "<br>",
    "<p>",
    "<p>x",
    "<pre>\n",
    "<table><tr><td>",
    "<div><div class='gmail_quote'>x",
    "<blockquote>",
    "<blockquote>x</blockquote>",
    "<script>",
    "<style>x</style>",
    "<title>",
    "<head>",
    "<svg><math>",
    "<li>x<ul>",
    "<b a=1><i a=2>x</b>",
    "<select><option>",
    "-----BEGIN ATELIER SLIP-----<p>",
    "x\n",
    " ",
    "\u00a0",
)
TEXT = (
    "x",
    "x\n",
    "x\n\n",
    "a b\n\n",
    "bit 2\n\n",
    "bid 2\n",
    "on ",
    "on wrote ",
    "On wrote wrote wrote wrote wrote wrote x\n",
    "on a wrote:x\n",
    "On monday ada wrote",
    " ",
    " \n",
    "x \n",
    "> ",
    ">\n",
    "-",
    "--\n",
    "-- \n",
    "_",
    "\n",
    "\r",
    "\u2028",
    "\u200b",
    "`",
    "*from: @",
    "a\u0316\u0301",
    "\ufdfa",
    "-----BEGIN ATELIER SLIP-----",
    "-----BEGIN ATELIER SLIP-----\nx\n-----END ATELIER SLIP-----\n",
    "ATELIER ",
    "say " + "x " * 40 + "\n",
    "vacation 2026-12-24 2027-01-02\n",
)
CHARSETS = (
    "utf-8",
    "punycode",
    "idna",
    "utf-7",
    "rot13",
    "zip",
    "uu",
    "unicode_escape",
    "iso-2022-jp",
    "hz",
    "x" * 300,
)
ENCODINGS = ("8bit", "quoted-printable", "base64", "x-uuencode", "bzip2")
DIVIDERS = (
    "--b",
    "--b--\n",
    "--b\nContent-Type: text/html\n\n",
    "--c\n\n",
    "--\n",
    "\n--b\nContent-Type: multipart/mixed; boundary=c\n\n",
    "--b\nX: y\n",
)
NAMES = (
    "From",
    "Subject",
    "To",
    "Content-Type",
    "Authentication-Results",
    "Message-ID",
    "Received",
    "Return-Path",
    "x",
)
WORDS = (
    "(",
    "()",
    "(x)\n ",
    "((x) ",
    '"',
    '""',
    '"\\"',
    "\\",
    '(\\")',
    "<",
    "<>",
    "<a@b>",
    "<a@b>, ",
    "a@b,",
    "a:",
    ";",
    ";a=",
    ';a="',
    "; boundary=b",
    "=?utf-8?q?",
    "=?utf-8?q?x?= ",
    "=?punycode?b?eHh4?=",
    "mx.club.example; dmarc=fail (",
    "dmarc=fail;",
    "auto ",
    "re: ",
    " ",
    "\t\n ",
    "x\n ",
    "\u00e9",
)


def fill(rng, units):
    """Return 64 KB of one unit, or of some that take turns."""
    chosen = rng.choices(units, k=rng.choice((1, 1, 1, 2, 3)))
    whole = "".join(chosen)
    text = whole * (SIZE // len(whole.encode()) + 1)
    return text.encode()[:SIZE].decode(errors="ignore")


def make_body(seed):
    """Return the fields and the bytes of one body, and the units it is made of."""
    rng = random.Random(seed)
    shape = rng.choice(("html", "html", "html", "text", "text", "parts"))
    if shape == "parts":
        return 'Content-Type: multipart/mixed; boundary="b"', ("--b\n\n" + fill(rng, DIVIDERS)).encode()
    content = fill(rng, HTML if shape == "html" else TEXT)
    form = rng.choice(("", "", "; format=flowed", "; format=flowed; delsp=yes"))
    encoding = rng.choice(ENCODINGS[:3] + ENCODINGS)
    charset = rng.choice(CHARSETS[:1] * 3 + CHARSETS)
    raw = content.encode()
    if encoding == "base64":
        raw = base64.encodebytes(raw[: SIZE * 3 // 4])
    kind = "html" if shape == "html" else "plain"
    fields = f"Content-Type: text/{kind}; charset={charset}{form}\nContent-Transfer-Encoding: {encoding}"
    return fields, raw[:SIZE]


def make_fields(seed):
    """Return up to 64 KB of fields."""
    rng = random.Random(seed)
    if rng.random() < 0.2:
        name = rng.choice(NAMES)
        return f"{name}: {rng.choice(WORDS).strip()}\n" * (SIZE // 20)
    names = rng.sample(NAMES, rng.choice((1, 1, 3)))
    return "\n".join(f"{name}: {fill(rng, WORDS)[: SIZE // len(names)].rstrip()}" for name in names)


def make_mail(number, author, fields, body):
    """Return a mail with a body."""
    head = f"From: {author}\nSubject: Re: x\nMessage-ID: <{number}@attack.example>\nMIME-Version: 1.0\n{fields}\n\n"
    return head.encode() + body
