"""Which field the columns of a file hold, by their headings and by what is in them.

The headings are those of real lists of colleges and training centres, in English and Hindi. A heading decides, unless
its cells contradict it; else they only suggest: nothing is read from such a column before a person has chosen it.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, zip_longest
from operator import ne
from typing import Final, TypeAlias

from pydantic.alias_generators import to_camel

from server.people.imports.files.layout import FieldMap, Remembered
from server.vocabulary.birth_dates import order_named, read_birth_date, without_order
from server.vocabulary.emails import MAXIMUM_LENGTH
from server.vocabulary.field_kinds import LONGEST_TEXT, OLDEST, Field, Kind
from server.vocabulary.fields import ACCESS, BATCH, BESIDE, MAYBE_STAGES, STAGE, FieldSet
from server.vocabulary.genders import genders_in
from server.vocabulary.identifiers import are_codes
from server.vocabulary.profiles import Gender, Role
from server.vocabulary.status_words import has_left, read_active
from server.vocabulary.visible_text import fold_name, with_plain_digits

# The column or columns of fields.
Places: TypeAlias = Mapping[str, tuple[int, ...]]
# Parts of a name in the order in which they are joined; what is no part of one stands behind the first name.
NAME_PARTS: Final = (
    ("first name", "given name", "forename", "fname", "f name", "first", "प्रथम नाम", "पहला नाम", "पहिले नाव"),
    (),
    ("middle name", "additional name", "mname", "m name", "middle", "मध्य नाम", "मधले नाव"),
    ("last name", "surname", "family name", "lname", "l name", "last", "अंतिम नाम", "उपनाम", "कुलनाम", "आडनाव"),
)
NO_PART: Final = 1
FULL_NAME: Final = "fullName"
# What may stand before the name of a field and means the person of the row.
PERSONS: Final = frozenset(
    {
        *("student", "candidate", "trainee", "learner", "participant", "applicant", "employee", "person"),
        *("member", "intern", "your", "my", "primary", "personal", "recipient"),
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
# Beside these a branch is one of engineering, and no office.
_STUDIES: Final = frozenset({"semester", "sem", "cgpa", "sgpa", "cpi", "backlog", "backlogs", "degree", "stream"})
_BRANCH: Final = frozenset({"branch", "branch name"})
# Words of a heading that say what kind of thing the column holds. Beside them, any word but those of the person of the
# row and these small ones may mean something else: "Warden email", "Policy date".
KINDS: Final = frozenset(
    {
        *("email", "emails", "mail", "e", "phone", "mobile", "cell", "contact", "telephone", "whatsapp"),
        *("number", "no", "date", "dob", "birth", "gender", "sex", "name", "ईमेल", "मेल", "फोन", "फ़ोन", "मोबाइल"),
        *("नंबर", "तिथि", "तारीख", "दिनांक", "जन्म", "लिंग", "नाम", "नाव", "मोबाईल", "भ्रमणध्वनी", "दूरध्वनी", "क्रमांक"),
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
# A header names at least so many fields, and its headings may have so many rows.
HEADER_FIELDS: Final = 2
MOST_ROWS: Final = 3
BETWEEN_ROWS: Final = " / "
# Above the columns of a phone and an email.
_CONTACT: Final = "contact"
# Headings of the files of forms; and words of a phone or an email that is taken where there is no other.
FORMS: Final = frozenset(
    {
        *("timestamp", "completion time", "submitted at", "submitted on", "submission date", "submission time"),
        *("submit date", "date submitted", "added time", "टाइमस्टैम्प"),
    }
)
SECOND: Final = ("whatsapp", "telephone", "landline", "officephone", "homeemail")

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
NEARLY_ALL: Final = 0.9


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


# As "firstname" has no space, too.
_PARTS: Final = {simplify(name).replace(" ", ""): order for order, names in enumerate(NAME_PARTS) for name in names}


def order_in_name(heading: str) -> int:
    """Return where the cells of a column stand among those that are joined: see NAME_PARTS."""
    above, _, below = heading.rpartition(BETWEEN_ROWS)
    names = chain(_names_of(heading), _names_of(below), _names_of(f"{below} {above}"))
    return next((_PARTS[part] for name in names if (part := name.replace(" ", "")) in _PARTS), NO_PART)


def _names_of(heading: str) -> Iterator[str]:
    """What a heading may be called: as it is, and without the person of the row ("Student_First_Name")."""
    words = simplify(without_order(heading)).split()
    own = words[1:] if words and words[0].removesuffix("s") in PERSONS else []
    if len(words) > 2 and words[-1].removesuffix("s") in PERSONS:  # noqa: PLR2004 - "Email of student"
        own = words[: words.index("of")] if "of" in words else own
    # E-mail 1 - Value and Phone1, beside which there may be a second one.
    bare = [word.removesuffix("1") for word in words if word != "value"]
    first = list(filter(None, bare)) if any(word.endswith("1") for word in words) else []
    for named in (words, own, first):
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


def _is_second(heading: str) -> bool:
    return any(word in simplify(heading).replace(" ", "") for word in SECOND)


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


def join_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Join rows of headings to one, such as Contact / Email.

    A text of a row above stands above the columns behind it, too, that have a text below it and none of their own.
    """
    joined = list(map(str.strip, rows[0]))
    for row in rows[1:]:
        pairs, joined, above = zip_longest(joined, map(str.strip, row), fillvalue=""), [], ""
        for own, below in pairs:
            above = own or (above if below else "")
            adds = below.casefold() != own.casefold() and not _column_number(below).isdigit()
            joined.append(BETWEEN_ROWS.join(filter(None, (above, below) if adds else (own,))))
            above = above if below else ""
    return joined


def _column_number(cell: str) -> str:
    return cell.strip("().")


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


def _says_access(cells: Iterable[str]) -> bool:
    filled = list(filter(str.strip, cells))
    return bool(filled) and 2 * sum(read_active(cell) is not None or has_left(cell) for cell in filled) >= len(filled)


def _is_one_of(field: Field, cell: str) -> bool:
    constants = {to_camel(str(each).casefold()) for each in field.choices or ()}
    is_gender = field.choices is Gender and len(genders_in(cell)) == 1
    return is_gender or to_camel("_".join(cell.casefold().split())) in constants


_SHOWN: Final[Mapping[Kind, Callable[[Field, str, int], object]]] = {
    Kind.EMAIL: lambda _field, cell, _year: _is_email(cell),
    Kind.PHONE: lambda _field, cell, _year: _is_phone(cell),
    Kind.BIRTH: lambda _field, cell, year: _is_birth(cell, this_year=year),
    Kind.CHOICE: lambda field, cell, _year: _is_one_of(field, cell),
    Kind.NAME: lambda _field, cell, _year: len(cell) <= LONGEST_TEXT and _NAME(cell),
}


def _filled(samples: Sequence[Sequence[str]], place: int) -> list[str]:
    return [cell for row in samples if len(row) > place and (cell := row[place].strip())]


def _has_single_words(samples: Sequence[Sequence[str]], place: int) -> bool:
    cells = _filled(samples, place)
    return sum(len(cell.split()) == 1 for cell in cells) * 2 > len(cells)


def _hold_all(parts: Mapping[int, int], samples: Sequence[Sequence[str]]) -> list[int]:
    """The columns of whole names, by the place of each in a name. One word beside a surname is the first name."""
    whole = [place for place, part in parts.items() if part == NO_PART]
    is_first = len(whole) == 1 < len(parts) and 0 not in parts.values()
    return [] if is_first and _has_single_words(samples, whole[0]) else whole


def _show(
    samples: Sequence[Sequence[str]], place: int, field: Field, *, this_year: int, any_cell: bool = False
) -> bool:
    """Whether nearly all cells of a column that are filled are of the field, or any of them is."""
    cells = _filled(samples, place)
    # Most names have two words, and most words of one are none.
    if field.kind is Kind.NAME and not any_cell and _has_single_words(samples, place):
        return False
    found = sum(bool(_SHOWN[field.kind](field, cell, this_year)) for cell in cells if field.kind in _SHOWN)
    return found >= max(0 if any_cell else len(cells) * NEARLY_ALL, 1)


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
        # Labels of the company's own fields are whole headings, and count before ours.
        self._own = {fold_name(field.label): field.name for field in known.own}
        synonyms = {field.name: field.headings for field in known.built_in if field.in_files}
        synonyms |= {**BESIDE, STAGE: f"{BESIDE[STAGE]}, {MAYBE_STAGES}"}
        self._maybe_stages = frozenset(map(simplify, MAYBE_STAGES.split(", ")))
        named = {simplify(name): field for field, names in synonyms.items() for name in (field, *names.split(", "))}
        named |= dict.fromkeys(map(simplify, chain.from_iterable(NAME_PARTS)), FULL_NAME)
        # The same without spaces, as "firstname" has none.
        self._fields = {name.replace(" ", ""): field for name, field in named.items()} | named
        self._exact = {field.name.casefold(): field.name for field in known.in_files}

    def field_of(self, heading: str) -> str | None:
        """The field that a heading names."""
        if len(heading) > LONGEST_HEADING:
            return None
        if self._own and (own := self._own.get(fold_name(heading))):
            return own
        if _is_of_another(heading):
            return None
        if exact := self._exact.get(heading.strip().casefold()):
            return exact
        whole = next(filter(None, (self._fields.get(name) for name in _names_of(heading))), None)
        return whole or (self._field_of_rows(heading) if BETWEEN_ROWS in heading else None)

    def _named(self, header: Sequence[str]) -> dict[int, str]:
        """The fields that the headings name beside each other."""
        simple = list(map(simplify, header))
        is_study = any(not _STUDIES.isdisjoint(heading.split()) for heading in simple)
        fields = {place: name for place, heading in enumerate(header) if (name := self.field_of(heading))}
        return {
            place: name
            for place, name in fields.items()
            if not (is_study and name == "workLocation" and simple[place] in _BRANCH)
        }

    def _field_of_rows(self, heading: str) -> str | None:
        """The field of a heading of several rows: First below Name is the first name."""
        above, _, below = heading.rpartition(BETWEEN_ROWS)
        words = simplify(above).split()
        if not OTHERS.isdisjoint(words) or _begin_as_others(words):
            return None
        upper = self.field_of(above)
        lower = self.field_of(below) or self.field_of(f"{below} {above}")
        field = lower or (None if _means_another(below) else upper)
        return field if words == [_CONTACT] or upper in {None, field} else None

    def recognised(self, record: Iterable[str]) -> int:
        """How many fields the cells of a record name: a header names several."""
        # "Active" is more often a cell than a heading.
        return len({field for cell in record if (field := self.field_of(cell))} - {ACCESS})

    def find_header(self, records: Sequence[Sequence[str]]) -> int:
        """The place of the first record that names most fields; without one, of the first with several filled cells."""
        named = [self.recognised(record) for record in records]
        if any(named):
            return named.index(max(named))
        return next((place for place, record in enumerate(records) if sum(map(bool, map(str.strip, record))) > 1), 0)

    def find_headings(self, records: Sequence[Sequence[str]]) -> tuple[int, int]:
        """The place of the first row of the headings, and how many rows they have."""
        place = self.find_header(records)
        both = records[max(place - 1, 0) : place + 1]
        if place and self._goes_on(*both):
            fields, alone = (list(filter(None, map(self.field_of, row))) for row in (join_rows(both), both[1]))
            # A title is no row of the headings, which say the same without it.
            place -= fields != alone and not any(":" in cell or any(map(str.isdigit, cell)) for cell in both[0])
        return place, self.count_rows(records[place:])

    def count_rows(self, records: Sequence[Sequence[str]]) -> int:
        """How many of these rows are headings, of which the first is one."""
        count = 1
        while count < min(len(records), MOST_ROWS) and self._goes_on(join_rows(records[:count]), records[count]):
            count += 1
        return count

    def _goes_on(self, header: Sequence[str], record: Sequence[str]) -> bool:
        """Whether the record is a further row of the headings: fields, the order of dates, or numbers of columns."""
        upper, lower = ([cell for cell in map(str.strip, row) if cell] for row in (header, record))
        if len(upper) < HEADER_FIELDS or holds_person([*upper, *lower]):
            return False
        numbers = list(map(_column_number, lower))
        if len(numbers) > HEADER_FIELDS and numbers == [str(number) for number in range(1, len(numbers) + 1)]:
            return True
        names_more = self.recognised(join_rows([header, record])) > self.recognised(header)
        is_row = any(map(self._is_below, header, record)) and not any(map(order_named, lower))
        return not is_row and (names_more or self.recognised(lower) >= HEADER_FIELDS or any(map(order_named, lower)))

    def _is_below(self, heading: str, cell: str) -> bool:
        """Whether it is a cell of the field that the heading names, and no further heading."""
        named = None if heading.strip().casefold() == _CONTACT else self.field_of(heading)
        adds = self.field_of(cell) or self.field_of(f"{cell} {heading}") or _means_another(cell)
        return bool(named and cell.strip()) and not adds

    def find_fields(self, header: Sequence[str], *, samples: Sequence[Sequence[str]], this_year: int) -> Found:
        """The columns of a file's fields. `samples`: some of its rows.

        A heading of ours stands for its field even where another column means the same. Several columns of a field,
        parts of a name and what the cells say against their heading are not clear.
        """
        fields: dict[str, tuple[int, ...]] = {}
        clear = set[str]()
        shows = partial(_show, samples, this_year=this_year)
        others = {place for place, cell in enumerate(header) if self._is_contradicted(cell, partial(shows, place))}
        named_by = self._named(header)
        beside = self._find_beside(header, samples)
        kept = [(place, cell) for place, cell in enumerate(header) if place not in {*others, *beside[STAGE]}]
        # A form records the address that its user is signed in with before the answers, of which one may be another.
        is_form = not FORMS.isdisjoint(map(simplify, header))
        for each in self._known.in_files:
            field = each.name
            exact = [place for place, cell in kept if not is_form and self._exact.get(cell.strip().casefold()) == field]
            named = exact[:1] or [place for place, _ in kept if named_by.get(place) == field]
            if field == ACCESS and not exact:
                named = [place for place in named if _says_access(_filled(samples, place))]
            if each.kind is Kind.CODE:
                cells = [[row[place] for row in samples if len(row) > place] for place in named]
                named = [place for place, own in zip(named, cells, strict=True) if are_codes(own, named=bool(exact))]
            parts = {place: order_in_name(header[place]) for place in named}
            whole = _hold_all(parts, samples) if field == FULL_NAME else named
            best = sorted(whole, key=lambda place: (not shows(place, each, any_cell=True), _is_second(header[place])))
            if chosen := best[:1] or sorted(named, key=parts.__getitem__):
                fields[field] = tuple(chosen)
            if len(exact) == 1 or (not exact and len(named) == len(whole) == 1):
                clear.add(field)
        fields |= {name: (places[0],) for name, places in beside.items() if places}
        clear.update(name for name, places in beside.items() if places)
        shown = self._suggest(fields, header, others, shows=shows)
        fields |= {name: (place,) for name, place in shown.items() if place in others}
        suggested = {name: place for name, place in shown.items() if place not in others}
        is_clear = clear.issuperset(self._known.required_in_files)
        return Found(fields=fields, clear=frozenset(clear), suggested=suggested, is_clear=is_clear)

    def _find_beside(self, header: Sequence[str], samples: Sequence[Sequence[str]]) -> dict[str, list[int]]:
        """The columns of batches, and of stages: below headings that may mean something else by the names of stages."""
        found = list[tuple[bool, int]]()
        for place, heading in enumerate(header):
            field = self.field_of(heading)
            is_sure = field == STAGE and self._maybe_stages.isdisjoint(_names_of(heading))
            # A status says as often whether the person has access.
            part = NEARLY_ALL if field == ACCESS else 1 / 2
            if is_sure or (field in {STAGE, ACCESS} and self._names_stages(_filled(samples, place), part=part)):
                found.append((not is_sure, place))
        batches = [place for place, heading in enumerate(header) if self.field_of(heading) == BATCH]
        return {BATCH: batches, STAGE: [place for _, place in sorted(found)]}

    def _names_stages(self, cells: Sequence[str], *, part: float) -> bool:
        """Whether so many cells name stages, and not only in words that say the same of access."""
        named = [cell for cell in cells if fold_name(cell) in self._known.stages]
        says_more = any(read_active(cell) is None and not has_left(cell) for cell in named)
        return says_more and len(named) >= part * len(cells)

    def _is_contradicted(self, heading: str, shows: Callable[..., bool]) -> bool:
        """Whether no cell below the heading is one of its field, and nearly all are those of another one."""
        named = self.field_of(heading)
        fields = [field for field in self._known.in_files if field.kind in _SHOWN and field.kind is not Kind.CHOICE]
        is_none = any(field.name == named and not shows(field, any_cell=True) for field in fields)
        return is_none and any(map(shows, fields))

    def _suggest(
        self, fields: Places, header: Sequence[str], others: Container[int], *, shows: Callable[[int, Field], bool]
    ) -> dict[str, int]:
        """The further fields that the cells of columns show: of those whose heading names none, and of the `others`."""
        # A profile and a role can have the same constant: it is taken for the profile. Most texts could be names.
        left = sorted(
            (field for field in self._known.in_files if field.kind in _SHOWN and field.name not in fields),
            key=lambda field: (field.kind is Kind.NAME, field.choices is Role),
        )
        taken = {place for places in fields.values() for place in places}
        free = [
            place
            for place, heading in enumerate(header)
            if place in others
            or (place not in taken and self.field_of(heading) is None and not _means_another(heading))
        ]
        suggested = dict[str, int]()
        for field in left:
            # A file without headings may have the columns of the template.
            own = self._known.required_in_files.index(field.name) if field.is_required else None
            for place in sorted(free, key=partial(ne, own)):
                if place not in suggested.values() and shows(place, field):
                    suggested[field.name] = place
                    break
        return suggested

    def recall(self, remembered: Remembered, *, found: Found, header: Sequence[str]) -> tuple[FieldMap, bool] | None:
        """Complete what the headings say with a remembered choice, and say whether that is taken without asking.

        No choice holds against the template's headings. One that contradicts another clear heading is offered where it
        is trusted. None where the file is read as without it: nothing is added, or a choice that is not trusted is not
        needed.
        """
        named = self._named(header)
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
