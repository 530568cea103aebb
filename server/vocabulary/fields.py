"""The fields of a person, declared once: schemas, forms, files, filters, history, export and erasure follow from them.

Code that means several fields asks the lists at the end; it names a field only where a rule is about that one.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from server.vocabulary.field_kinds import Field, FieldRules, Kind, Value, read_text
from server.vocabulary.own_fields import PREFIX, OwnField
from server.vocabulary.phones import mask_phone
from server.vocabulary.profiles import Gender, Profile, Role

_HIDDEN: Final = "***"

FIELDS: Final = (
    Field(
        name="fullName",
        label="Full name",
        kind=Kind.NAME,
        is_nullable=False,
        is_own=True,
        headings=(
            "full name, name, student name, name of student, name of the student, students name, candidate name, "
            "name of candidate, name of the candidate, trainee name, name of trainee, name of the trainee, "
            "learner name, participant name, name of participant, employee name, applicant name, person name, "
            "display name, complete name, name in full, name as per aadhaar, name as per aadhar, name as per "
            "marksheet, नाम, पूरा नाम, छात्र का नाम, छात्रा का नाम, विद्यार्थी का नाम, प्रशिक्षु का नाम, अभ्यर्थी "
            "का नाम, उम्मीदवार का नाम, नाव, पूर्ण नाव, संपूर्ण नाव, विद्यार्थ्याचे नाव, विद्यार्थ्यांचे नाव, "
            "विद्यार्थिनीचे नाव, प्रशिक्षणार्थीचे नाव, उमेदवाराचे नाव"
        ),
    ),
    Field(
        name="email",
        label="Email",
        kind=Kind.EMAIL,
        description="null where the person has none",
        changed_by_files=False,
        headings=(
            "email, e mail, email id, e mail id, emailid, mail, mail id, mailid, email address, e mail address, "
            "student email, student email id, official email, official email id, personal email, personal email "
            "id, gmail, gmail id, contact email, request email, home email, ईमेल, ई मेल, ईमेल आईडी, ई मेल आईडी, ईमेल "
            "पता, ईमेल आयडी, ई मेल आयडी, ईमेल पत्ता, ई मेल पत्ता"
        ),
    ),
    Field(
        name="code",
        label="Code",
        kind=Kind.CODE,
        description="what the company gave: a roll number, say",
        is_required=False,
        # Only where its cells are codes, each of one person: a roll number may begin anew in each batch.
        headings=(
            "code, person code, student code, candidate code, trainee code, employee code, roll no, roll number, roll, "
            "rollno, university roll no, exam roll no, enrolment no, enrollment no, enrolment number, enrollment "
            "number, enrol no, enroll no, registration no, registration number, reg no, reg number, regn no, regd no, "
            "prn, prn no, prn number, usn, admission no, admission number, adm no, gr no, student id, candidate id, "
            "trainee id, learner id, employee id, employee no, employee number, emp id, emp no, emp code, hall ticket "
            "no, hall ticket number, seat no, अनुक्रमांक, रोल नंबर, रोल नम्बर, रोल न, नामांकन संख्या, नामांकन क्रमांक, "
            "पंजीकरण संख्या, पंजीयन संख्या, पंजीयन क्रमांक, प्रवेश संख्या, नोंदणी क्रमांक, हजेरी क्रमांक"
        ),
    ),
    Field(
        name="phone",
        label="Phone",
        kind=Kind.PHONE,
        is_nullable=False,
        is_own=True,
        masked=mask_phone,
        headings=(
            "phone, phone no, phone number, phone num, mobile, mobile no, mobile number, mobile num, mob, mob no, "
            "mob number, cell, cell no, cell number, contact, contact no, contact number, contact num, telephone, "
            "telephone no, tel, tel no, ph, ph no, student mobile, student mobile no, student mobile number, "
            "student contact no, student phone, mobile phone, cell phone, "
            "office phone, whatsapp, whatsapp no, whatsapp number, फोन, फ़ोन, फोन नंबर, फ़ोन "
            "नंबर, मोबाइल, मोबाइल नंबर, मोबाइल न, मोबाइल संख्या, संपर्क नंबर, दूरभाष, मोबाईल, मोबाईल नंबर, मोबाईल नं, "
            "मोबाईल क्रमांक, मोबाइल क्रमांक, भ्रमणध्वनी, भ्रमणध्वनी क्रमांक, दूरध्वनी, दूरध्वनी क्रमांक, संपर्क क्रमांक"
        ),
    ),
    Field(
        name="dateOfBirth",
        label="Date of birth",
        kind=Kind.BIRTH,
        invalid="Invalid date of birth format",
        changed_by_files=False,
        masked=lambda _: _HIDDEN,
        headings=(
            "date of birth, dob, d o b, birth date, birthdate, birth day, birthday, born, born on, date birth, "
            "student dob, जन्म तिथि, जन्मतिथि, जन्म तारीख, जन्म दिनांक, जन्मदिन"
        ),
    ),
    Field(
        name="gender",
        label="Gender",
        kind=Kind.CHOICE,
        choices=Gender,
        invalid="Invalid gender (must be: Male, Female, Other, or Prefer not to say)",
        changed_by_files=False,
        is_shared=True,
        masked=lambda _: _HIDDEN,
        headings="gender, sex, m f, male female, gender m f, लिंग, जेंडर",
    ),
    Field(
        name="workLocation",
        label="Work location",
        kind=Kind.TEXT,
        shortest=2,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings=(
            "work location, location, centre, center, training centre, training center, centre name, center name, "
            "tc name, training centre name, training center name, address city, "
            "name of centre, name of center, branch, branch name, campus, campus name, city, place, work place, "
            "workplace, office, office location, job location, "
            "current city, current location, town, district, स्थान, केंद्र, केन्द्र, प्रशिक्षण "
            "केंद्र, प्रशिक्षण केन्द्र, शहर, शाखा, जिला, ज़िला, काम का स्थान, जिल्हा, गाव, ठिकाण, केंद्राचे नाव"
        ),
    ),
    Field(
        name="role",
        label="Role",
        kind=Kind.CHOICE,
        choices=Role,
        is_nullable=False,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings="role, designation, position, user role, job title, भूमिका, पद, पदनाम",
    ),
    Field(
        name="profile",
        label="Profile",
        kind=Kind.CHOICE,
        choices=Profile,
        is_shared=True,
        in_filters=True,
        in_bulk=True,
        headings=("profile, user profile, user type, profile type, type of user, account type, प्रोफाइल, प्रोफ़ाइल"),
    ),
    Field(
        name="isActive",
        label="Access",
        kind=Kind.FLAG,
        invalid="Invalid access (must be: Active or Inactive)",
        is_required=False,
        is_nullable=False,
        is_shared=True,
        # Only where most of its cells say so: a status may be another thing.
        headings=(
            "active, is active, status, account status, user status, current status, new status, enrolment status, "
            "enrollment status, access, enabled, is enabled, account enabled, suspended, is suspended, account "
            "suspended, disabled, is disabled, account disabled, inactive, is inactive, deactivated, blocked, "
            "is blocked, account blocked, login status, login enabled, login disabled, employment status, block "
            "credential, locked, account locked, सक्रिय, स्थिति, एक्सेस"
        ),
    ),
)
FIELD: Final[Mapping[str, Field]] = {field.name: field for field in FIELDS}
# What gives rights, and is judged by the permission matrix.
POSITION: Final = frozenset({"role", "profile"})
ACCESS: Final = "isActive"
# What an import records, change by change, and who is changed does not take back.
RIGHTS: Final = POSITION | {ACCESS}
# An account's email is changed by a confirmation of its own.
CHANGEABLE: Final = tuple(field for field in FIELDS if field.kind is not Kind.EMAIL)
TYPED: Final = tuple(field for field in FIELDS if field.kind is not Kind.FLAG)
BULK_FIELDS: Final = tuple(field for field in FIELDS if field.in_bulk)
SHARED: Final = frozenset(field.name for field in FIELDS if field.is_shared)

# Columns of files that are no fields: the batches that the person of a row is put into, and the stage of the person.
BATCH: Final = "batch"
STAGE: Final = "stage"
BESIDE: Final[Mapping[str, str]] = {
    BATCH: (
        "batch name, name of batch, name of the batch, batch no, batch number, batch code, batch id, training "
        "batch, student batch, trainee batch, intake, intake name, intake batch, cohort, cohort name, बैच, "
        "बैच का नाम, बैच नाम, बैच संख्या, बैच नंबर, बॅच, बॅचचे नाव, तुकडी"
    ),
    STAGE: (
        "stage name, current stage, present stage, new stage, selection stage, selection status, selection result, "
        "recruitment stage, pipeline stage, stage of selection, stage of candidate, candidate stage, चरण, वर्तमान चरण, "
        "चयन चरण, चयन स्थिति, टप्पा, निवड स्थिती"
    ),
}
# Headings below which the cells decide: where they name stages, it is a column of stages.
MAYBE_STAGES: Final = (
    "result, results, final result, outcome, interview result, interview status, application status, परिणाम, नतीजा, "
    "निकाल"
)


class FieldSet:
    """The fields that a company's people have, in their order, and what follows from them.

    A set is made once and never changed, so that what is made of one may be kept with it.
    """

    def __init__(
        self,
        fields: Iterable[Field],
        own: Iterable[OwnField] = (),
        *,
        version: int = 0,
        stages: frozenset[str] = frozenset(),
    ) -> None:
        """`stages`: the folded names of the company's stages, where a column of a file is known by them."""
        self.version = version
        self.stages = stages
        # Each of these has a column of users; what the company has made is known by its slot, also when archived.
        self.built_in = tuple(fields)
        self.known = {field.slot: field for field in own}
        self.own = tuple(field for field in self.known.values() if not field.is_archived)
        self.all: tuple[Field, ...] = (*self.built_in, *self.own)
        self.in_files = tuple(field for field in self.all if field.in_files)
        self.in_filters = tuple(field for field in self.all if field.in_filters)
        self.required_in_files = tuple(field.name for field in self.in_files if field.is_required)
        self.changed_by_files = tuple(field.name for field in self.in_files if field.changed_by_files)
        self.named = {field.name: field for field in self.all}
        # Where the cell of each field is in a row of a file, as Cells has them.
        self.places: Mapping[str, int] = {field.name: place for place, field in enumerate(self.in_files)}
        # What a file says of them changes no account. By the email it is found.
        self.kept_by_files = frozenset(self.places) - {*self.changed_by_files, "email"}

    def find(self, key: str) -> OwnField | None:
        """Return the company's own field of this key."""
        return next((field for field in self.own if field.key == key), None)

    def told(self, values: Mapping[str, Value]) -> dict[str, str | None]:
        """Return the company's own of these values, which are by slot, by name and in words as the trail has them."""
        return {field.name: field.in_trail(values[slot]) for slot, field in self.known.items() if slot in values}

    def labelled(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values with the company's own by `field:label`; those that are as stored, by slot, in words."""
        labels = {field.name: f"{PREFIX}{field.label}" for field in self.known.values()}
        named = dict[str, Any]()
        for name, value in values.items():
            own = self.known.get(name)
            named[labels.get(own.name if own else name, name)] = own.shown(value) if own else value
        return named


# Schemas, tables and the template name these alone, whatever a company has besides.
BUILT_IN: Final = FieldSet(FIELDS)


INVALID_ROLE: Final = FIELD["role"].wrong
NO_PASSWORD: Final = "Password is required"  # noqa: S105 - a sentence


class TypedFields(NamedTuple):
    """The values that will be stored and the problems of the others, by field."""

    values: dict[str, str | None]
    errors: dict[str, str]


def read_typed(typed: Mapping[str, str], *, rules: FieldRules) -> TypedFields:
    """Read the fields that a form gives, each by its kind; an empty text is none."""
    values, errors = dict[str, str | None](), dict[str, str]()
    for name, text in typed.items():
        value, problem = read_text(FIELD[name], text, rules=rules)
        if problem is not None:
            errors[name] = problem
        else:
            values[name] = value
    return TypedFields(values, errors)
