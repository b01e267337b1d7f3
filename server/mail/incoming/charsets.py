"""The charsets and transfer encodings that are read: a fixed list, since some codecs of Python cost more than they give."""

import binascii
import re

_PLAIN = """
ascii us-ascii utf-8 utf8
iso-8859-1 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-9 iso-8859-10
iso-8859-11 iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 latin1 latin-1
windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258
cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp866
koi8-r koi8-u macintosh tis-620
gb2312 gbk gb18030 big5 shift_jis euc-jp iso-2022-jp euc-kr
"""
CHARSETS = {name: name for name in _PLAIN.split()} | {
    "ks_c_5601-1987": "cp949",
    "iso-8859-8-i": "iso-8859-8",
    "windows-874": "cp874",
    "windows-31j": "cp932",
    "windows-949": "cp949",
    "x-sjis": "shift_jis",
}
"""What mail programs write, and Python's name for it."""
MOST_SUBJECT = 500
_ENCODED = re.compile(r"=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\s]{0,400})\?=")
_BETWEEN = re.compile(r"(?<=\?=)[ \t]+(?==\?)")


def decode(raw: bytes, charset: str = "") -> str:
    """Return bytes as text: in the charset they name if it is one that is read, else as UTF-8 or Latin-1."""
    for codec in (CHARSETS.get(charset.lower(), "utf-8"), "utf-8"):
        try:
            return raw.decode(codec)
        except ValueError:
            continue
    return raw.decode("latin-1")


def decode_transfer(content: bytes, encoding: str) -> bytes:
    """Return the bytes of a part as they were before they were made fit for mail."""
    kind = encoding.strip().lower()
    if kind == "quoted-printable":
        return binascii.a2b_qp(content)
    return _decode_base64(content) if kind == "base64" else content


def _decode_base64(content: bytes) -> bytes:
    for padding in (b"", b"=", b"=="):
        try:
            return binascii.a2b_base64(content + padding)
        except binascii.Error:
            continue
    return content


def decode_words(text: str) -> str:
    """Return the beginning of a header with its encoded words (RFC 2047) as text, on one line."""
    words = _ENCODED.sub(_decode_word, _BETWEEN.sub("", text[:MOST_SUBJECT]))
    return words.replace("\r", "").replace("\n", "")


def _decode_word(word: re.Match[str]) -> str:
    charset, kind, content = word.groups()
    raw = content.encode()
    if kind in "bB":
        return decode(_decode_base64(raw), charset)
    return decode(binascii.a2b_qp(raw, header=True), charset)
