"""The README's table of settings is the settings'."""

import re

from server.settings import Settings
from tests.architecture.source import PROJECT


def test_the_readme_names_every_setting_and_no_other() -> None:
    text = (PROJECT / "README.md").read_text()
    table = text[text.index("## Settings") : text.index("## More")]
    firsts = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    named = {name for first in firsts for name in re.findall(r"`([A-Z_]+)`", first)}

    assert named == {name.upper() for name in Settings.model_fields}
