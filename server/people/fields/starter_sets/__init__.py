"""Sets of fields to begin with: a JSON file each, whose fields are bodies of POST /fields."""

import json
from pathlib import Path
from typing import Final

from server.people.fields.schemas import CreateFieldRequest, StarterSetRecord

STARTER_SETS: Final = dict[str, StarterSetRecord]()
FIELDS_OF_SETS: Final = dict[str, list[CreateFieldRequest]]()
for _file in sorted(Path(__file__).parent.glob("*.json")):
    _set = json.loads(_file.read_bytes())
    FIELDS_OF_SETS[_set["key"]] = [CreateFieldRequest.model_validate(each) for each in _set["fields"]]
    STARTER_SETS[_set["key"]] = StarterSetRecord(**_set | {"fields": [each["label"] for each in _set["fields"]]})
