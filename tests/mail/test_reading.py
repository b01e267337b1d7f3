"""What is read of a mail: heads, parts, HTML and flowed text as programs write them, and as they do not."""

import pytest

import engine
from engine.ledger.armour import BEGIN, END, find_slip
from server.mail.incoming import lines, message
from server.mail.incoming.budget import Budget
from server.mail.incoming.charsets import decode, decode_words
from server.mail.incoming.headers import read_head
from server.mail.incoming.plain_text import read_html, unwrap


def shown(page):
    """Return the lines of a page that say anything."""
    return [line for line in read_html(page, Budget()) if line]


def reading(raw):
    mail = message.read(raw.encode(), None)
    return message.read_parts(message.find_parts(mail))


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("<pre>bid 1\nkeep bell</pre><p>Yours,<br>Ada</p>", ["bid 1", "keep bell", "Yours,", "Ada"]),
        ("<b>bid</b> <i>2</i>", ["bid 2"]),
        ("<P>bid\n 2</P><DIV CLASS=gmail_quote>On<div>Monday</div></div>x", ["bid 2", "> On", "> Monday", "x"]),
        ("bid 2<blockquote>a<blockquote>b</blockquote>c</blockquote>d", ["bid 2", "> a", "> b", "> c", "d"]),
        ("<head><title>x</title><style>p > q</style>y</head><body>bid 2", ["bid 2"]),
        ("<head>left open<body>bid 2", ["bid 2"]),
        ("<script>if (a < b) '</p>'</script>bid 2<script>left open", ["bid 2"]),
        ("<!-- <p> -->bid 2<!-- left open", ["bid 2"]),
        ("<!-->bid 2<!DOCTYPE x><?xml?></>", ["bid 2"]),
        ("bid 2 < 3 <4 & so &on", ["bid 2 < 3 <4 & so &on"]),
        ("bid&nbsp;2 &lt;3&gt; &eacute;&#233;&#xe9; &#x110000; &bogus;", ["bid\u00a02 <3> ééé \ufffd &bogus;"]),
        ("<a href='>' title=\">\" x = '>' y=z>bid 2</a>", ["bid 2"]),
        ('bid 2<a href="left open>x', ["bid 2"]),
        ("bid 2<br/>keep bell<br>", ["bid 2", "keep bell"]),
    ],
)
def test_a_page_is_read_as_a_reader_sees_it(page, lines):
    assert shown(page) == lines


def test_flowed_text_is_put_together_again():
    assert list(unwrap("bid \n2\n> x \n> y\n-- \nAda ")) == ["bid 2", "> x ", "> y", "-- ", "Ada "]
    assert list(unwrap("bi \nd 2", "yes")) == ["bid 2"]


def test_a_head_ends_at_an_empty_line_or_where_no_field_is():
    head, at = read_head(b"From x\r\nA: 1\r\n\t2\r\nb : 3\r\n\r\nbody", 0, Budget())
    assert (head.get("a"), head.get_all("B"), head.get("c"), at) == ("1\t2", ["3"], "", 27)
    head, at = read_head(b"A: 1\nbid 2\n", 0, Budget())
    assert ("A" in head, "bid 2" in head, at) == (True, False, 5)
    assert read_head(b"", 0, Budget())[1] == 0


@pytest.mark.parametrize(
    ("field", "address"),
    [
        ("ada@example.org", "ada@example.org"),
        ("Ada Q. Byron (at home (or not)) <ada@example.org> (x)", "ada@example.org"),
        ('"Byron, Ada \\"x\\"" <ada@example.org>', "ada@example.org"),
        ('"eve@example.net" <ada@example.org>', "ada@example.org"),
        ("eve@example.net <ada@example.org>", "ada@example.org"),
        ("=?utf-8?q?Ad=C3=A0?= <ada@example.org>,", "ada@example.org"),
        ("(eve@example.net) ada@example.org", "ada@example.org"),
        ("<ada@example.org> <eve@example.net>", ""),
        ("ada@example.org, eve@example.net", ""),
        ("friends: ada@example.org;", ""),
        ("ada@example.org (left open", ""),
        ('"left open <ada@example.org>', ""),
        ("<ada@example.org", ""),
        ("ada", ""),
        ("", ""),
        ("ada@example.org\nFrom: ada@example.org", ""),
    ],
)
def test_a_mail_has_one_author_or_none(field, address):
    assert message.read(f"From: {field}\n\nx".encode(), "x@y").author == address


def test_parts_in_parts_are_found_and_an_outer_line_ends_the_inner_ones():
    inner = (
        '--a\nContent-Type: multipart/mixed; boundary="b"\n\nx\n--b\n\nbid 1\n--b  \nContent-Type: text/html\n\n<p>y\n'
    )
    raw = f"Content-Type: multipart/mixed; boundary=a\n\npreamble\n{inner}--a\n\nz\n--b\n--a--\nepilogue\n--a\n"
    mail = message.read(raw.encode(), None)
    assert [part.raw.strip() for part in message.find_parts(mail)] == [b"bid 1", b"<p>y", b"z\n--b"]


def test_a_part_whose_head_does_not_end_is_a_part():
    raw = "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: text/plain\n--a\n\nbid 2\n--a--"
    assert reading(raw).text == "bid 2"


@pytest.mark.parametrize(
    ("field", "mark"),
    [
        ("boundary=----=_Part_1.2", "----=_Part_1.2"),
        ('charset=x (c); boundary=(c)"x \\y"', "x y"),
        ("boundary*0=x; boundary*1=y", "xy"),
        ("boundary=x; boundary=y", "x"),
    ],
)
def test_a_boundary_may_be_unquoted_quoted_or_split(field, mark):
    assert reading(f"Content-Type: multipart/mixed; {field}\n\n--{mark}\n\nbid 2\n--{mark}--\n").text == "bid 2"


def test_only_what_is_above_the_first_quoted_line_is_read_of_a_page_unless_a_slip_is_in_it():
    page = "<p>bid 2</p><blockquote>x</blockquote><p>below</p>"
    assert "below" not in reading(f"Content-Type: text/html\n\n{page}").text
    assert "below" in reading(f"Content-Type: text/html\n\n{page}{BEGIN}").text


def test_charsets_that_are_not_on_the_list_are_guessed():
    assert decode("é".encode("cp1252"), "Windows-1252") == "é"
    assert decode("é".encode(), "punycode") == "é"
    assert decode(b"\xe9", "nonsense") == "é"
    assert decode("é".encode(), "us-ascii") == "é"


def test_encoded_words_are_decoded_and_others_left():
    assert decode_words("=?utf-8?q?R=C3=A9_x?= =?ISO-8859-1*fr?B?6Q==?= y") == "Ré xé y"
    assert decode_words("=?utf-8?x?y?= x =?utf-8?q?") == "=?utf-8?x?y?= x =?utf-8?q?"
    assert decode_words("=?utf-8?b?e?=") == "e"


def test_armour_that_is_left_open_is_no_slip():
    assert find_slip(BEGIN * 3) is None
    assert find_slip(f"{BEGIN}a{BEGIN}\n> b{END}{END}{BEGIN}") == f"a{BEGIN.replace(' ', '')}b".encode()


def test_a_word_that_is_a_verb_and_a_command_is_a_move_where_something_follows():
    verbs = engine.games()["imaginarium"].verbs
    assert lines.read("annuler\n", verbs).names == {"undo"}
    assert lines.read("annuler PR05\n", verbs).moves == ("annuler PR05",)
