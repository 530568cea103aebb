"""The list of settings, docs/settings.md."""

from typing import Final

from pydantic.fields import FieldInfo

from server.platform.configuration.settings import Settings

PAGE_HEAD: Final = """\
# Settings

From the environment, or from a file `.env` in the project's folder; the environment wins. They are checked at the
start, and `.venv/bin/python -m server.cli check-settings` says all that is missing, misspelt, wrong or weak, and
how to mend it. `make run` fills in what it can and always sets `APP_ENV=development`. Durations are whole seconds,
lists are separated by commas.

| setting | default | meaning |
|---|---|---|
"""


def build_settings_page() -> str:
    """The page docs/settings.md in Markdown, a row for each setting."""
    rows = (
        f"| `{name.upper()}` | {_default(field)} | {' '.join((field.description or '').split())} |"
        for name, field in Settings.model_fields.items()
    )
    return PAGE_HEAD + "\n".join(rows) + "\n"


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.default
    if value in {None, (), ""}:
        return "none"
    if isinstance(value, tuple):
        return f"`{','.join(value)}`"
    return f"`{int(value)}`" if isinstance(value, bool | float) else f"`{value}`"
