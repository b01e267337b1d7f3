"""A real browser from Debian's packages, and people who use the club's pages with it."""

import json
import os
import tempfile
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit

import axe_playwright_python
from playwright.sync_api import expect

from tests.debian import Unavailable, find_libraries, unpacked

PROGRAM = "chromium-headless-shell"
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{root}/usr/share/fonts</dir><cachedir>{cache}</cachedir></fontconfig>
"""
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
FAR = "club.test"
"""A name that leads the browser to this machine, without being the machine's own: no safe place for a key over http."""
expect.set_options(timeout=20_000)


def find_browser():
    """Return the program and the environment that it needs."""
    root = unpacked(PROGRAM, "chromium-common", "fonts-dejavu-core")  # the second may be installed, but elsewhere
    program = root / "usr/lib/chromium" / PROGRAM
    if not program.is_file():
        raise Unavailable(f"{PROGRAM} is no browser here")
    cache = Path(tempfile.gettempdir()) / f"atelier-fonts-{os.geteuid()}"
    fonts = root / "fonts.conf"
    fonts.write_text(FONTS.format(root=root, cache=cache))
    return program, {**os.environ, **find_libraries(root), "FONTCONFIG_FILE": str(fonts)}


def launch(playwright):
    """Return a running browser."""
    program, environment = find_browser()
    rules = f"--host-resolver-rules=MAP {FAR} 127.0.0.1"
    return playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox", rules], env=environment, chromium_sandbox=False
    )


class Visitor:
    """Somebody with a browser of their own: its page, and everything that went wrong in it."""

    def __init__(self, browser, served, lang="en", *, dark=False, **given):
        self.served = served
        scheme = "dark" if dark else "light"
        locale = {"en": "en-GB", "fr": "fr-FR"}[lang]
        self.context = browser.new_context(base_url=served.origin, locale=locale, color_scheme=scheme, **given)
        self.context.set_default_timeout(20_000)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("response", self._check_file)

    def _hear(self, message):
        is_refusal = message.text.startswith("Failed to load resource")
        if message.type in {"error", "warning"} and not is_refusal:
            self.wrong.append(message.text)

    def _check_file(self, response):
        if "/static/" in response.url and response.status >= 400:
            self.wrong.append(f"{response.status} {response.url}")

    def open(self, path):
        """Open a page and wait until its scripts have done what they do at the beginning."""
        self.page.goto(path)
        self.settle()
        return self.page

    def visit(self, place):
        """Open a page as its reader comes to it, and return with which status it was answered."""
        if place.by is None and place.form is None:
            answer = self.page.goto(place.path)
            self.settle()
            return answer.status
        asked = (self.served.origin + place.path, "GET" if place.form is None else "POST")
        with self.page.expect_response(lambda answer: (answer.url, answer.request.method) == asked) as answered:
            self.run(GO, {"path": place.path, "form": place.form}, modules=("page",))
        return answered.value.status

    def settle(self):
        expect(self.page.locator("html[data-ready]")).to_be_attached()

    def run(self, script, given=None, modules=("store", "slips", "api", "jwe")):
        """Run a function of the club's modules in the page: `({store, slips}, given) => ...`."""
        static = self.page.locator("script[type=module]").get_attribute("src").rpartition("/")[0]
        made = ", ".join(f"{name}: await import('{static}/{name}.js')" for name in modules)
        return self.page.evaluate(f"async (given) => ({script})({{{made}}}, given)", given)

    def bring(self, player):
        """Bring the key of somebody who has the client, as the page of keys does."""
        return self.take(json.loads((player.home / "profiles/default/key.json").read_text()))

    def take(self, jwk):
        """Take a key over as it is."""
        self.open("/")
        self.run(BRING, {"jwk": jwk, "origin": self.served.origin})
        return self

    def close(self):
        """Leave, and say what went wrong: errors, requests elsewhere, secrets in an address."""
        self.context.close()
        elsewhere = [url for url in self.asked if urlsplit(url).hostname not in {"127.0.0.1", FAR, None}]
        secret = [url for url in self.asked if "atl_" in url]
        assert (self.wrong, elsewhere, secret) == ([], [], [])


GO = """({page}, {path, form}) =>
  page.go(path, form ? {init: {method: "POST", body: new URLSearchParams(form)}} : {})"""
BRING = """async ({store, slips, api}, {jwk, origin}) => {
  await store.keepIdentity({...await slips.lockKey(jwk), origin, handle: "", player: "", confirmed: true});
  await api.renew(await store.getIdentity());
}"""


def walk(visit, places, lang="en", **given):
    """Yield who has opened each page, the page, and its status; those of one reader are opened in one browser."""
    for by, theirs in groupby(places, lambda place: place.by):
        reader = visit(lang, **given)
        reader.open("/") if by is None else reader.take(by.key.jwk)
        for place in theirs:
            yield reader, place, reader.visit(place)


def check_accessibility(page):
    """Let axe look for what some people can't use; the page must have none of it."""
    assert list_faults(page) == []


def list_faults(page, *rules):
    """Return what axe finds on a page that some people can't use, by all of its rules or some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    how = {"runOnly": list(rules)} if rules else {"rules": {"target-size": {"enabled": True}}}
    found = page.evaluate(
        "(how) => axe.run(document, {...how, resultTypes: ['violations']}).then((found) => found.violations)", how
    )
    return [(one["id"], one["help"], [node["html"] for node in one["nodes"]][:5]) for one in found]
