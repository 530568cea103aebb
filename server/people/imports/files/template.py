"""The template that people fill in, with the example people in it."""

import csv
import io
from itertools import cycle
from typing import Final

from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile, creatable_by

TEMPLATE_NAME: Final = "sample_users_template.csv"
_NAMES: Final = ("fullName", "email", "phone", "dateOfBirth", "gender", "workLocation", "role", "profile")
# With spaces a spreadsheet does not turn a phone of twelve digits into 9.198E+11. A day above 12 in every
# row shows the order of the dates, however a spreadsheet writes them.
_PEOPLE: Final = (
    ("Asha Example", "asha@example.com", "+91 98000 00001", "1990-04-13", "Female", "Pune"),
    ("Ben Example", "ben@example.com", "+91 98000 00002", "2003-11-30", "Male", "Mumbai"),
    ("Chris Example", "chris@example.com", "+91 98000 00003", "1985-07-21", "Prefer not to say", "Delhi"),
)
_PROFILES: Final = (Profile.TRAINER, Profile.TRAINEE, Profile.PLACEMENT, Profile.INTERVIEW_PANELIST)


# A row with one of these addresses comes from the template.
EXAMPLE_EMAILS: Final = frozenset(email for _name, email, *_ in _PEOPLE)
_DOMAIN: Final = "@example.com"


def has_example(text: str) -> bool:
    """Whether a row, of which this is the text, may be one of them: a quick answer for all others."""
    return _DOMAIN in text or _DOMAIN.upper() in text


def template_csv(creator: Profile | None) -> str:
    """Write the template with profiles that `creator` may create, each with a role that fits."""
    creatable = [profile for profile in _PROFILES if profile in creatable_by(creator)]
    rows = [
        dict(zip(_NAMES, (*person, ROLES_OF_PROFILE[profile][-1], profile), strict=True))
        for person, profile in zip(_PEOPLE, cycle(creatable), strict=False)
    ]
    out = io.StringIO()
    writer = csv.DictWriter(out, BUILT_IN.required_in_files)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
