"""A readable name of a browser, from its User-Agent."""

from typing import Final

LONGEST: Final = 80
UNKNOWN: Final = "Unknown device"

# In this order, because most browsers also claim to be those below them.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """`Firefox on Windows`; for a program that is no browser, what it calls itself."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser is not None and system is not None:
        return f"{browser} on {system}"
    product = "".join(character for character in user_agent.partition(" ")[0] if character.isprintable())
    return browser or system or product[:LONGEST] or UNKNOWN


def describe_known_device(user_agent: str) -> str:
    """The same without what a program calls itself, which could be a message to the reader."""
    described = describe_device(user_agent)
    known = {name for _, name in (*_BROWSERS, *_SYSTEMS)}
    return described if known.intersection((described, *described.split(" on "))) else UNKNOWN


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str | None:
    return next((name for mark, name in names if mark in user_agent), None)
