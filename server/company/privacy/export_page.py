"""The data of a person as one page to read and print: no scripts, nothing that is fetched, every value escaped."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from pydantic.alias_generators import to_snake

TITLES: Final = {
    "account": "Account",
    "emailToConfirm": "Email that waits for its confirmation",
    "batches": "Batches",
    "sessions": "Logins and devices",
    "rememberedDevices": "Remembered browsers",
    "secondFactors": "Second factors",
    "singleSignOn": "Single sign-on",
    "messages": "Messages",
    "notifications": "Notifications",
    "audit": "What was done",
    "importRows": "Rows of uploaded files",
    "bulkRows": "Changes of many people",
}
# Nothing may be loaded and no script may run, whatever a value holds.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE: Final = """
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
           color: #1b1b1f; background: #fff; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid; }
    div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #c8c8d0;
             overflow-wrap: anywhere; }
    th { white-space: nowrap; } tr { break-inside: avoid; }
    @media print { body { margin: 0; max-width: none; font-size: 10pt; } }
"""


END: Final = "</main>\n</body>\n</html>\n"


def begin_page(account: Mapping[str, Any], *, exported_at: str) -> str:
    """What stands above the sections; `account` is the only row of the first one."""
    title = f"Data held about {account['fullName']}"
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        f"<h1>{escape(title)}</h1>\n<p>As {escape(str(account['company']))} holds it at {escape(exported_at)}.</p>\n",
    ]
    return "\n".join(parts)


def write_section(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """A heading and a table."""
    heading = f"<h2>{escape(TITLES.get(name, _words(name)))}</h2>"
    if not rows:
        return f"{heading}\n<p>Nothing is stored.</p>\n"
    if len(rows) == 1:
        return f"{heading}\n<div><table>\n{_pairs(rows[0])}\n</table></div>\n"
    names = list(rows[0])
    head = "".join(f'<th scope="col">{escape(_words(name))}</th>' for name in names)
    body = "\n".join(f"<tr>{''.join(f'<td>{_text(row.get(name))}</td>' for name in names)}</tr>" for row in rows)
    return f"{heading}\n<div><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>\n"


def _pairs(row: Mapping[str, Any]) -> str:
    return "\n".join(
        f'<tr><th scope="row">{escape(_words(name))}</th><td>{_text(value)}</td></tr>' for name, value in row.items()
    )


def _text(value: Any) -> str:  # noqa: ANN401 - any JSON
    """A value in words, escaped."""
    if isinstance(value, dict):
        return "<br>".join(f"{escape(_words(str(name)))}: {_text(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if value is None:
        return ""
    return escape({True: "Yes", False: "No"}[value] if isinstance(value, bool) else str(value))


def _words(name: str) -> str:
    """`emailVerifiedAt` becomes "Email verified at"."""
    return to_snake(name).replace("_", " ").capitalize()
