"""Which field the columns of a file hold, by their headings and by what is in them.

The headings are those of real lists of colleges and training centres, in English and Hindi. A heading decides; the
contents only suggest: nothing is read from a suggested column before a person has chosen it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from operator import ne
from typing import Final, TypeAlias

from pydantic.alias_generators import to_camel

from server.people.imports.files.layout import FieldMap, Remembered
from server.vocabulary.birth_dates import read_birth_date
from server.vocabulary.emails import MAXIMUM_LENGTH
from server.vocabulary.field_kinds import LONGEST_TEXT, OLDEST, Field, Kind
from server.vocabulary.fields import BATCH, BATCH_HEADINGS, FieldSet
from server.vocabulary.profiles import Gender, Role
from server.vocabulary.visible_text import with_plain_digits

# The column or columns of fields.
Places: TypeAlias = Mapping[str, tuple[int, ...]]
# Parts of a name, which are joined in the order of their columns.
NAME_PARTS: Final = (
    "first name", "given name", "forename", "middle name", "last name", "surname", "family name", "प्रथम नाम",
    "पहला नाम", "मध्य नाम", "अंतिम नाम", "उपनाम",
)  # fmt: skip
FULL_NAME: Final = "fullName"
# What may stand before the name of a field and means the person of the row.
PERSONS: Final = frozenset(
    {
        *("student", "candidate", "trainee", "learner", "participant", "applicant", "employee", "person"),
        *("member", "intern", "your", "my"),
    }
)
# Words by which a heading means another person, or another thing of this one: its contents suggest nothing.
OTHER_PERSONS: Final = frozenset(
    {
        *("guardian", "guardians", "father", "fathers", "mother", "mothers", "parent", "parents", "spouse"),
        *("husband", "wife", "brother", "sister", "sibling", "nominee", "emergency", "recovery", "reference"),
        *("referee", "referrer", "referred", "manager", "supervisor", "boss", "teacher", "trainer", "tutor"),
        *("mentor", "coordinator", "counsellor", "counselor", "recruiter", "secondary", "alternate"),
        *("alternative", "relative", "agent", "पिता", "माता", "अभिभावक", "पति", "पत्नी", "भाई", "बहन"),
        *("शिक्षक", "प्रशिक्षक", "आपातकालीन", "वैकल्पिक", "kin", "son", "daughter", "child", "uncle", "aunt"),
        *("invited", "approver", "approved", "verified", "doctor", "संरक्षक", "सास", "ससुर", "दादा", "चाचा"),
    }
)
# The same in other languages of India, by the beginnings of words, which have endings; and in English where words are
# written as one (fathername).
_OTHERS_BEGIN: Final = (
    *(word for word in OTHER_PERSONS if word.isascii() and len(word) > len("boss")),
    *("altm", "altp", "alte", "altc", "पालक", "वडिल", "वडील", "पती", "आपत्कालीन", "पर्यायी", "नामांकित"),
    *("தந்தை", "தகப்ப", "அப்பா", "தாய்", "தாயி", "அம்மா", "பெற்றோர்", "பாதுகாவல", "கணவ", "மனைவி", "ஆசிரிய", "அவசர"),
    *("পিতা", "বাবা", "মাতা", "মায়ে", "মা", "অভিভাবক", "স্বামী", "স্ত্রী", "শিক্ষক", "জরুরি"),
    *("తండ్రి", "తల్లి", "నాన్న", "అమ్మ", "సంరక్షక", "భర్త", "భార్య", "ఉపాధ్యాయ", "అత్యవసర"),
    *("ತಂದೆ", "ತಾಯಿ", "ಪೋಷಕ", "ಗಂಡ", "ಪತಿ", "ಪತ್ನಿ", "ಹೆಂಡತಿ", "ಶಿಕ್ಷಕ", "ತುರ್ತು"),
    *("അച്ഛ", "പിതാ", "അമ്മ", "മാതാ", "രക്ഷിതാ", "രക്ഷാ", "ഭർത്താ", "ഭാര്യ", "അധ്യാപക"),
    *("પિતા", "માતા", "વાલી", "પતિ", "પત્ની", "શિક્ષક", "કટોકટી", "ਪਿਤਾ", "ਮਾਤਾ", "ਮਾਂ", "ਸਰਪ੍ਰਸਤ", "ਪਤੀ", "ਪਤਨੀ"),
    *("ପିତା", "ବାପା", "ମାତା", "ଅଭିଭାବକ", "ସ୍ୱାମୀ", "والد", "باپ", "ماں", "سرپرست", "شوہر", "بیوی"),
)
OTHERS: Final = OTHER_PERSONS | frozenset(
    {
        *("hr", "spoc", "company", "employer", "school", "college", "institute", "university", "bank"),
        *("account", "branch", "course", "program", "programme", "class", "subject", "exam", "test"),
        *("interview", "batch", "section", "admission", "joining", "joined", "join", "enrolment", "enrollment"),
        *("enrolled", "registration", "registered", "start", "end", "issue", "issued", "expiry", "valid"),
        *("validity", "created", "updated", "modified", "timestamp", "submitted", "completion", "completed"),
        *("passing", "relieving", "resigned", "marriage", "anniversary", "other", "old", "previous", "backup"),
        *("invoice", "payment", "fee", "fees", "paid", "due", "local", "owner", "caste", "religion"),
        *("doj", "doa", "dol", "hired", "left", "leaving", "follow", "aadhaar", "aadhar", "adhar", "uan", "pf"),
        *("pan", "roll", "reg", "ref", "licence", "license", "passport", "ration", "apaar", "pin", "pincode", "amount"),
        *("salary", "marks", "rank", "score", "alt", "आई", "आईचा", "आईची", "आईचे", "आईच्या"),
        *("पाठ्यक्रम", "परीक्षा", "प्रवेश", "नामांकन", "पंजीकरण", "बैंक", "विद्यालय", "कॉलेज"),
    }
)
# Words of a heading that say what kind of thing the column holds. Beside them, any word but those of the person of the
# row and these small ones may mean something else: "Warden email", "Policy date".
KINDS: Final = frozenset(
    {
        *("email", "emails", "mail", "e", "phone", "mobile", "cell", "contact", "telephone", "whatsapp"),
        *("number", "no", "date", "dob", "birth", "gender", "sex", "name", "ईमेल", "मेल", "फोन", "फ़ोन", "मोबाइल"),
        *("नंबर", "तिथि", "तारीख", "दिनांक", "जन्म", "लिंग", "नाम"),
    }
)
BESIDE_KINDS: Final = KINDS | frozenset(
    {
        *("id", "ids", "user", "address", "of", "the", "s", "personal", "primary", "full", "complete", "day"),
        *("details", "num"),
        *("का", "की", "के", "पता", "पूरा", "छात्र", "छात्रा", "विद्यार्थी", "प्रशिक्षु", "उम्मीदवार"),
    }
)
# A longer cell is no heading, and would take the square of its length.
LONGEST_HEADING: Final = 200

_bracketed: Final = re.compile(r"\([^)]*\)|\[[^\]]*\]").sub
_brackets: Final = re.compile(r"(?<=[(\[])[^()\[\]]*").findall
# Marks between words; the vowel signs of Indian scripts are no letters to `\w`.
_marks: Final = re.compile(r"[^\w\u0900-\u0963\u0966-\u0dff]+|_").sub
# In firstName.
_between_words: Final = re.compile(r"(?<=[a-z])(?=[A-Z])").sub
_PHONE: Final = re.compile(r"\+?[\d\s().-]{10,20}").fullmatch
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+").fullmatch
_NAME: Final = re.compile(r"(?:[^\W\d_]|[\u0900-\u0963\u0970-\u0dff]|[ .'])+").fullmatch
LAST_YEAR: Final = 2_100
_LONGEST_PHONE: Final = 40
# Younger people are not born on the dates of a list.
_YOUNGEST: Final = 3


@dataclass(frozen=True, kw_only=True)
class Found:
    """`clear`: the fields whose headings leave no doubt.

    `suggested`: the fields of other columns by their contents, from which nothing is read. `is_clear`: the headings
    say all that is required.
    """

    fields: Places
    clear: frozenset[str]
    suggested: Mapping[str, int]
    is_clear: bool

    @property
    def asks(self) -> bool:
        """Whether there is something to be confirmed."""
        return bool(self.suggested) or not self.clear.issuperset(self.fields)


def simplify(heading: str) -> str:
    """A heading without case, marks and brackets: "Mobile No. (10 digits)*" is "mobile no"."""
    if len(heading) > LONGEST_HEADING:
        return ""
    words = _between_words(" ", _bracketed(" ", heading)).casefold()
    return " ".join(_marks(" ", words.replace("'", "").replace("’", "")).split())


_PARTS: Final = frozenset(map(simplify, NAME_PARTS))
# The same without spaces, as "firstname" has none.
_JOINED_PARTS: Final = frozenset(part.replace(" ", "") for part in _PARTS)


def is_part_of_name(heading: str) -> bool:
    """Whether the column holds a part of a name, as the first one."""
    return any(name in _PARTS or name in _JOINED_PARTS for name in _names_of(heading))


def _names_of(heading: str) -> Iterator[str]:
    """What a heading may be called: as it is, and without the person of the row ("Student_First_Name")."""
    words = simplify(heading).split()
    own = words[1:] if words and words[0].removesuffix("s") in PERSONS else []
    if len(words) > 2 and words[-1].removesuffix("s") in PERSONS:  # noqa: PLR2004 - "Email of student"
        own = words[: words.index("of")] if "of" in words else own
    for named in (words, own):
        if named:
            yield " ".join(named)
        # Single letters are abbreviations of something: "P.H." is no phone.
        if len(named) > 1 and all(len(word) > 1 for word in named):
            yield "".join(named)


def _is_of_another(heading: str) -> bool:
    """Whether brackets say that it is another person's: "Mobile (Father)"."""
    words = [word for found in _brackets(heading) for word in simplify(found).split()]
    return not OTHER_PERSONS.isdisjoint(words) or _begin_as_others(words)


def _begin_as_others(words: Iterable[str]) -> bool:
    return any(word.startswith(_OTHERS_BEGIN) for word in words)


def _means_another(heading: str) -> bool:
    words = set(simplify(heading).split())
    is_qualified = not KINDS.isdisjoint(words) and any(
        word not in BESIDE_KINDS and word.removesuffix("s") not in PERSONS and not word.isdigit() for word in words
    )
    is_contact = {"contact", "person"} <= words
    # S/o and the like, and "Learner ID".
    is_child = "o" in words and not words.isdisjoint({"s", "d", "w", "c", "h"}) and "b" not in words
    is_number = not words.isdisjoint({"id", "code"}) and KINDS.isdisjoint(words)
    is_other = is_contact or is_child or is_number or not OTHERS.isdisjoint(words) or _begin_as_others(words)
    return is_other or is_qualified or _is_of_another(heading)


def holds_person(record: Sequence[str]) -> bool:
    """Whether this is a row and no header: no heading is an email or a phone."""
    return any(_is_email(cell) or _is_phone(cell) for cell in map(str.strip, record))


def _is_email(cell: str) -> bool:
    return len(cell) <= MAXIMUM_LENGTH and _EMAIL(cell) is not None


def _is_phone(cell: str) -> bool:
    if len(cell) > _LONGEST_PHONE:
        return False
    digits = with_plain_digits(cell)
    return _PHONE(digits) is not None and not any(read_birth_date(digits, this_year=LAST_YEAR))


def _is_birth(cell: str, *, this_year: int) -> bool:
    return any(
        each and _YOUNGEST <= this_year - each.year <= OLDEST for each in read_birth_date(cell, this_year=this_year)
    )


def _is_one_of(field: Field, cell: str) -> bool:
    constants = {to_camel(str(each).casefold()) for each in field.choices or ()}
    return to_camel("_".join(cell.casefold().split())) in constants or (
        field.choices is Gender and cell.casefold() in {"m", "f"}
    )


def _complete(sure: Places, chosen: FieldMap, *, named: Mapping[int, str], width: int) -> FieldMap:
    """The `sure` columns, and of a choice what takes, splits and renames none of them, nor one that is `named`."""
    taken = {place for places in sure.values() for place in places}
    splits = {place: split for place, split in chosen.splits.items() if place not in taken}
    fields = chosen.split_as(splits, width=width)
    columns = {
        name: free
        for name, places in fields.columns.items()
        if name not in sure
        and (free := tuple(each for each in places if each not in taken and named.get(each, name) == name))
    }
    values = {name: text for name, text in fields.values.items() if name not in sure}
    return replace(fields, columns=columns | dict(sure), values=values)


class Headings:
    """What the headings and the cells of files say of a company's fields."""

    def __init__(self, known: FieldSet) -> None:
        self._known = known
        synonyms = {field.name: field.headings for field in known.in_files} | {BATCH: BATCH_HEADINGS}
        named = {simplify(name): field for field, names in synonyms.items() for name in (field, *names.split(", "))}
        named |= dict.fromkeys(_PARTS, FULL_NAME)
        # The same without spaces, as "firstname" has none.
        self._fields = {name.replace(" ", ""): field for name, field in named.items()} | named
        self._exact = {field.name.casefold(): field.name for field in known.in_files}

    def field_of(self, heading: str) -> str | None:
        """The field that a heading names."""
        if len(heading) > LONGEST_HEADING or _is_of_another(heading):
            return None
        if exact := self._exact.get(heading.strip().casefold()):
            return exact
        return next(filter(None, (self._fields.get(name) for name in _names_of(heading))), None)

    def recognised(self, record: Iterable[str]) -> int:
        """How many fields the cells of a record name: a header names several."""
        return len({field for cell in record if (field := self.field_of(cell))})

    def find_header(self, records: Sequence[Sequence[str]]) -> int:
        """The place of the first record that names most fields; without one, of the first with several filled cells."""
        named = [self.recognised(record) for record in records]
        if any(named):
            return named.index(max(named))
        return next((place for place, record in enumerate(records) if sum(map(bool, map(str.strip, record))) > 1), 0)

    def find_fields(self, header: Sequence[str], *, samples: Sequence[Sequence[str]], this_year: int) -> Found:
        """The columns of a file's fields. `samples`: some of its rows.

        A heading of ours stands for its field even where another column means the same. Several columns of a field and
        parts of a name are not clear.
        """
        fields: dict[str, tuple[int, ...]] = {}
        clear = set[str]()
        for field in self._exact.values():
            exact = [place for place, cell in enumerate(header) if self._exact.get(cell.strip().casefold()) == field]
            named = exact[:1] or [place for place, cell in enumerate(header) if self.field_of(cell) == field]
            whole = [place for place in named if not is_part_of_name(header[place])]
            if chosen := whole[:1] or named:
                fields[field] = tuple(chosen)
            if len(exact) == 1 or (not exact and len(named) == len(whole) == 1):
                clear.add(field)
        if batches := [place for place, cell in enumerate(header) if self.field_of(cell) == BATCH]:
            fields[BATCH] = (batches[0],)
            clear.add(BATCH)
        suggested = self._suggest(fields, header, samples=samples, this_year=this_year)
        is_clear = clear.issuperset(self._known.required_in_files)
        return Found(fields=fields, clear=frozenset(clear), suggested=suggested, is_clear=is_clear)

    def _suggest(
        self, fields: Places, header: Sequence[str], *, samples: Sequence[Sequence[str]], this_year: int
    ) -> dict[str, int]:
        """The further fields that the cells of a column show: each cell that is filled must be one."""
        shows: dict[Kind, Callable[[Field, str], object]] = {
            Kind.EMAIL: lambda _, cell: _is_email(cell),
            Kind.PHONE: lambda _, cell: _is_phone(cell),
            Kind.BIRTH: lambda _, cell: _is_birth(cell, this_year=this_year),
            Kind.CHOICE: _is_one_of,
            Kind.NAME: lambda _, cell: len(cell) <= LONGEST_TEXT and _NAME(cell),
        }
        # A profile and a role can have the same constant: it is taken for the profile. Most texts could be names.
        left = sorted(
            (field for field in self._known.in_files if field.kind in shows and field.name not in fields),
            key=lambda field: (field.kind is Kind.NAME, field.choices is Role),
        )
        taken = {place for places in fields.values() for place in places}
        free = [
            place
            for place, heading in enumerate(header)
            if place not in taken and self.field_of(heading) is None and not _means_another(heading)
        ]
        suggested = dict[str, int]()
        for field in left:
            is_one = partial(shows[field.kind], field)
            # A file without headings may have the columns of the template.
            own = self._known.required_in_files.index(field.name) if field.is_required else None
            for place in sorted(free, key=partial(ne, own)):
                cells = [row[place].strip() for row in samples if len(row) > place and row[place].strip()]
                # Most names have two words, and most words of one are none.
                if field.kind is Kind.NAME and sum(len(cell.split()) > 1 for cell in cells) * 2 < len(cells):
                    continue
                if place not in suggested.values() and cells and all(map(is_one, cells)):
                    suggested[field.name] = place
                    break
        return suggested

    def recall(self, remembered: Remembered, *, found: Found, header: Sequence[str]) -> tuple[FieldMap, bool] | None:
        """Complete what the headings say with a remembered choice, and say whether that is taken without asking.

        No choice holds against the template's headings. One that contradicts another clear heading is offered where it
        is trusted. None where the file is read as without it: nothing is added, or a choice that is not trusted is not
        needed.
        """
        named = {place: name for place, heading in enumerate(header) if (name := self.field_of(heading))}
        clear = {name: found.fields[name] for name in found.clear}
        by_headings = _complete(clear, remembered.fields, named=named, width=len(header))
        if found.is_clear and not remembered.is_trusted:
            return None
        exact = {place: name for place, name in named.items() if header[place].strip().casefold() == name.casefold()}
        ours = {name: places for name, places in clear.items() if places[0] in exact}
        as_chosen = _complete(ours, remembered.fields, named=exact, width=len(header))
        if found.is_clear and as_chosen == FieldMap(columns=found.fields):
            return None
        fields, contradicts = (as_chosen, as_chosen != by_headings) if remembered.is_trusted else (by_headings, True)
        return replace(fields, remembered=remembered.choice), not contradicts


@lru_cache(maxsize=128)
def headings_of(known: FieldSet) -> Headings:
    return Headings(known)
