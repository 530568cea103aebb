"""Every table that names a person is known to exports, to the deletion and erasure of accounts, and to merges."""

import re
from typing import Final, NamedTuple

import pytest
import sqlalchemy as sa

from server.company.privacy.repository import SECTIONS
from server.platform.database.connections import Database
from server.platform.database.migrate import whole_metadata

# Names of ids that are no person's. A name that is new stands here or names a person.
NO_PERSON: Final = {
    *("id", "company_id", "handle", "message_id", "other_message_id", "flow_id", "applies_to", "session_id"),
    *("connection_id", "work_id", "chain", "entry_id", "import_id", "logo_id", "about", "batch_id", "job_id"),
    *("pattern_id", "stage_id", "announcement_id", "rung_to", "left_to"),
    *("round_id", "panel_id", "interview_id", "pass_stage_id"),
    *("employer_id", "opening_id", "offer_id", "closed_by_offer", "founded_by", "webhook_id"),
}
# Why an export leaves a table out.
ACT: Final = "An act on others; the trail, which is exported, has it"
PAGES: Final = "How a page was arranged: it says nothing of the person"
SECRET: Final = "A secret, or what limits its use"
PASSING: Final = "Gone within hours"
SAME: Final = "The account, which is exported, says the same"
OWN_COPY: Final = "The row of the file, which is exported, says the same"
# How a deletion ends what names the person.
WITH_ACCOUNT: Final = "A foreign key deletes the row or empties the column"
TRIGGER: Final = "remove_from_batches"
OF_FIELDS: Final = "remove_fields"
UNNAMED: Final = "unname_leavings"
OF_STAGES: Final = "unname_stages"
WITHOUT_NAME: Final = "unname_attendance"
OF_INTERVIEWS: Final = "unname_interviews"
OF_PLACEMENT: Final = "unname_placement"
FORGOTTEN: Final = "find_by_delete"
KEPT: Final = "The row outlives the account, whose random id names no person; an erasure blanks what else it says"
# What becomes of it in a merge.
STAYS: Final = "It stays with the merged account, to be there for an undo, and ends with it"
HISTORY: Final = "It says what was done with the merged account; exports of the survivor find it by the merge"
MOVES: Final = "The survivor is put into the batches at once, and an undo takes it out"
MOVES_IF_TAKEN: Final = "The survivor gets the values that are chosen at once, and an undo takes them back"
AT_ITS_END: Final = "The survivor gets the rows when the merged account is deleted"
IS_IT: Final = "It is the merge"


class Known(NamedTuple):
    """`export` is a section, or why there is none."""

    export: str
    deletion: str
    merge: str


KNOWN: Final = {
    "announcement_recipients": Known("announcements", WITH_ACCOUNT, STAYS),
    "announcement_stops": Known("announcementMails", WITH_ACCOUNT, STAYS),
    "announcements": Known(ACT, WITH_ACCOUNT, STAYS),
    "applications": Known("application", WITH_ACCOUNT, STAYS),
    "attendance": Known("attendance", WITHOUT_NAME, AT_ITS_END),
    "attendance_changes": Known("attendance", WITHOUT_NAME, AT_ITS_END),
    "attendance_figures": Known(SAME, WITHOUT_NAME, AT_ITS_END),
    "audit_entries": Known("audit", KEPT, HISTORY),
    "batch_leavings": Known("batches", UNNAMED, AT_ITS_END),
    "batch_members": Known("batches", TRIGGER, MOVES),
    "batch_trainers": Known("taughtBatches", WITH_ACCOUNT, AT_ITS_END),
    "bulk_jobs": Known(ACT, WITH_ACCOUNT, STAYS),
    "bulk_rows": Known("bulkRows", KEPT, HISTORY),
    "candidacies": Known("openings", OF_PLACEMENT, AT_ITS_END),
    "directory_people": Known("directory", WITH_ACCOUNT, AT_ITS_END),
    "email_changes": Known("emailToConfirm", WITH_ACCOUNT, STAYS),
    "erasures": Known(PASSING, KEPT, HISTORY),
    "factors": Known("secondFactors", WITH_ACCOUNT, STAYS),
    "field_keys": Known(SAME, OF_FIELDS, STAYS),
    "flows": Known(PASSING, WITH_ACCOUNT, STAYS),
    "idempotency_keys": Known(PASSING, WITH_ACCOUNT, STAYS),
    "import_changes": Known(ACT, WITH_ACCOUNT, STAYS),
    "import_layouts": Known(ACT, WITH_ACCOUNT, STAYS),
    "import_sources": Known(ACT, WITH_ACCOUNT, STAYS),
    "import_missing": Known(OWN_COPY, KEPT, HISTORY),
    "import_rows": Known("importRows", KEPT, HISTORY),
    "import_updates": Known("importRows", KEPT, HISTORY),
    "import_value_maps": Known(ACT, WITH_ACCOUNT, STAYS),
    "imports": Known(ACT, WITH_ACCOUNT, STAYS),
    "interview_events": Known(ACT, WITH_ACCOUNT, STAYS),
    "interviews": Known("interviews", OF_INTERVIEWS, AT_ITS_END),
    "list_columns": Known(PAGES, WITH_ACCOUNT, STAYS),
    "merges": Known("merges", KEPT, IS_IT),
    "messages": Known("messages", WITH_ACCOUNT, STAYS),
    "notifications": Known("notifications", WITH_ACCOUNT, STAYS),
    "offer_versions": Known(ACT, WITH_ACCOUNT, STAYS),
    "offers": Known("offers", OF_PLACEMENT, AT_ITS_END),
    "opening_staff": Known("placementDuties", WITH_ACCOUNT, AT_ITS_END),
    "panel_members": Known("interviewPanels", WITH_ACCOUNT, AT_ITS_END),
    "people_photos": Known("photo", WITH_ACCOUNT, AT_ITS_END),
    "people_search": Known(SAME, FORGOTTEN, STAYS),
    "person_fields": Known("ownFields", OF_FIELDS, MOVES_IF_TAKEN),
    "placement_events": Known("placementHistory", OF_PLACEMENT, AT_ITS_END),
    "recovery_codes": Known(SECRET, WITH_ACCOUNT, STAYS),
    "remembered_devices": Known("rememberedDevices", WITH_ACCOUNT, STAYS),
    "saved_views": Known(PAGES, WITH_ACCOUNT, STAYS),
    "scores": Known(ACT, WITH_ACCOUNT, AT_ITS_END),
    "server_keys": Known(ACT, WITH_ACCOUNT, STAYS),
    "sessions": Known("sessions", WITH_ACCOUNT, STAYS),
    "stage_entries": Known("stages", OF_STAGES, AT_ITS_END),
    "training_sessions": Known(ACT, WITH_ACCOUNT, STAYS),
    "sso_identities": Known("singleSignOn", WITH_ACCOUNT, STAYS),
}


def people_in(table: sa.Table) -> list[sa.Column[object]]:
    return [each for each in table.columns if isinstance(each.type, sa.Uuid) and each.name not in NO_PERSON]


def test_every_table_that_names_a_person_is_known() -> None:
    tables = whole_metadata().tables

    assert {name for name, table in tables.items() if people_in(table)} == set(KNOWN)


def test_an_export_reads_the_tables_of_its_sections() -> None:
    unread = {
        name
        for name, known in KNOWN.items()
        if known.export in SECTIONS and not re.search(rf"\b(FROM|JOIN) {name}\b", SECTIONS[known.export])
    }

    assert unread == set()
    assert {known.export for known in KNOWN.values()} - {ACT, PAGES, SECRET, PASSING, OWN_COPY, SAME} <= set(SECTIONS)


def test_what_goes_with_an_account_refers_to_it() -> None:
    left = {
        f"{name}.{column.name}"
        for name, known in KNOWN.items()
        for column in people_in(whole_metadata().tables[name])
        if (known.deletion == WITH_ACCOUNT) != bool(_ending_with_users(column))
        and column.name not in {"survivor_id", "left_by", "marked_by", "changed_by", "moved_by"}
    }

    assert left == set()


def _ending_with_users(column: sa.Column[object]) -> list[sa.ForeignKey]:
    keys = [key for key in column.foreign_keys if key.column.table.name == "users"]
    return [key for key in keys if key.ondelete in {"CASCADE", f"SET NULL ({column.name})"}]


@pytest.mark.parametrize("trigger", [TRIGGER, UNNAMED, OF_STAGES, WITHOUT_NAME, OF_PLACEMENT, OF_FIELDS, FORGOTTEN])
async def test_the_trigger_of_a_deletion_is_there(database: Database, trigger: str) -> None:
    query = """
        SELECT FROM pg_trigger
         WHERE tgname = :name AND tgrelid = CAST('users' AS regclass) AND tgtype & 8 > 0 AND tgenabled = 'O'
    """
    async with database.reading() as connection:
        assert await connection.has_row(query, name=trigger)
