"""Which modules write which table; reading is free."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from sqlalchemy import CheckConstraint

from server.platform.database.migrate import whole_metadata
from tests.architecture.source import PROJECT, Module, modules, statements

WRITE: Final = re.compile(
    r"\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE)\s+([\w{}]+)"
    r"|\bUPDATE\s+([\w{}]+)(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\b"
)
SECURITY: Final = PROJECT / "docs" / "security.md"
PRODUCT: Final = modules("server", "workers", "deploy/local")

# Each in the package whose `tables.py` declares the table.
WRITERS: Final = {
    "announcement_recipients": "repository mail_repository",
    "announcement_stops": "repository",
    "announcements": "repository",
    "applications": "repository",
    "attendance": "attendance_repository",
    "attendance_changes": "attendance_repository",
    "attendance_figures": "session_repository",
    "audit_entries": "repository chain_repository",
    "audit_redactions": "chain_repository",
    "audit_seals": "chain_repository",
    "batch_figures": "repository",
    "batch_leavings": "repository",
    "batch_members": "repository",
    "batch_trainers": "repository",
    "batches": "repository",
    "bulk_jobs": "repository",
    "bulk_rows": "repository",
    "captured_messages": "repository",
    "companies": "repository",
    "company_fields": "repository",
    "company_daily_usage": "repository",
    "company_logos": "repository",
    "company_policies": "repository",
    "directory_groups": "repository",
    "directory_people": "repository",
    "duplicate_lists": "repository",
    "email_changes": "repository",
    "field_choices": "repository",
    "field_keys": "repository",
    "candidacies": "candidate_repository",
    "employers": "opening_repository",
    "erasures": "repository",
    "factors": "repository",
    "flows": "repository",
    "idempotency_keys": "repository",
    "import_batches": "run.chunk_repository",
    "import_changes": "mending.mending_repository erasure_repository",
    "import_edits": "mending.mending_repository erasure_repository",
    "import_files": "files.file_repository erasure_repository",
    "import_layouts": "files.file_repository",
    "import_missing": "run.sync_repository",
    "import_problems": "checking.row_repository",
    "import_rows": "erasure_repository checking.row_repository run.chunk_repository run.undo_repository",
    "import_sources": "repository",
    "import_updates": "run.chunk_repository erasure_repository",
    "import_value_maps": "mending.mending_repository",
    "imports": "repository erasure_repository files.file_repository run.invitation_repository",
    "invitation_destinations": "repository",
    "invitation_stops": "repository",
    "list_columns": "repository",
    "login_failures": "repository",
    "merges": "merge_repository",
    "messages": "repository",
    "notifications": "repository",
    "offer_versions": "offer_repository",
    "offers": "offer_repository",
    "opening_staff": "opening_repository",
    "openings": "opening_repository",
    "people_figures": "people_repository",
    "people_photos": "photo_repository",
    # By triggers alone.
    "people_search": "",
    "person_fields": "repository",
    "placement_events": "candidate_repository offer_repository",
    "recovery_codes": "repository",
    "refresh_tokens": "repository",
    "remembered_devices": "repository",
    "saved_views": "repository",
    "bookings": "candidate_repository day_repository",
    "interview_events": "day_repository score_repository",
    "interviews": "candidate_repository day_repository",
    "panel_members": "repository",
    "panels": "repository",
    "rounds": "repository day_repository",
    "scores": "score_repository",
    "send_quotas": "repository",
    "session_patterns": "session_repository",
    "sessions": "repository",
    "server_keys": "repository",
    "shared_codes": "repository",
    "signups": "repository",
    "spent_challenges": "repository",
    "sso_connections": "repository",
    "sso_domains": "repository",
    "sso_identities": "repository",
    "sso_sessions": "repository",
    "sso_states": "repository",
    "stage_entries": "repository",
    "stage_figures": "repository",
    "stages": "repository",
    "training_sessions": "session_repository attendance_repository",
    "users": "people_repository sign_in_repository",
    "webhook_deliveries": "repository",
    "webhooks": "repository",
    "work_chunks": "chunk_repository",
}
BULK: Final = (
    "One statement makes the accounts of a chunk, or their invitations, of its rows: they do not leave Postgres"
)
BULK_UNDO: Final = "What such statements have made is taken back in the same way, a chunk at once"
ANNOUNCED: Final = "One statement adds the recipients of a chunk with their mails, another fills their bells: each once"
BULK_REMINDERS: Final = "One statement makes the reminders of a batch of invitations, so that each gets one"
FIELDS: Final = "The version of a company's fields stands with the company: one look says whether a process has them"
SIGN_IN: Final = "One statement completes the flow and marks the account of every sign-in: two would cost a round trip"
RESET: Final = "A reset ends what a session has asked for; changes of emails stand above passwords"
DUTIES: Final = (
    "Merging stands below these rooms, and gives the survivor what the merged account has taught, attended and held"
)
INVITED: Final = "One statement queues the mails of a published round: its people do not leave Postgres"
WHOLE: Final = "The owner of the tables deletes a whole company: the names of the tables are those of the schema"
DEMO: Final = "Fills an empty demo company with a past that no use case can make"
# Modules of other packages.
ELSEWHERE: Final = {
    "server.people.imports.run.chunk_repository": ({"users", "batch_members", "person_fields"}, BULK),
    "server.people.imports.run.undo_repository": ({"users", "messages", "batch_members"}, BULK_UNDO),
    "server.people.imports.run.invitation_repository": ({"users", "messages"}, BULK),
    "server.messaging.announcements.repository": ({"messages", "notifications"}, ANNOUNCED),
    "server.interviews.candidate_repository": ({"messages"}, INVITED),
    "server.people.invitations.repository": ({"users", "messages"}, BULK_REMINDERS),
    "server.people.duplicates.merge_repository": (
        {
            *("batch_trainers", "training_sessions", "attendance", "attendance_changes"),
            *("interviews", "panel_members", "bookings", "scores"),
            *("opening_staff", "offers", "candidacies", "placement_events"),
        },
        DUTIES,
    ),
    "server.people.fields.repository": ({"companies"}, FIELDS),
    "server.company.closing.repository": ({"{}"}, WHOLE),
    "server.access.login.repository": ({"users", "flows"}, SIGN_IN),
    "server.access.sessions.repository": ({"email_changes"}, RESET),
    "deploy.local.demo.training": ({"training_sessions", "attendance", "batch_members"}, DEMO),
    "deploy.local.demo.interviews": (
        {"rounds", "panels", "panel_members", "interviews", "bookings", "scores"},
        DEMO,
    ),
    "deploy.local.demo.placement": (
        {"companies", "employers", "openings", "opening_staff", "candidacies", "offers", "offer_versions"}
        | {"placement_events"},
        DEMO,
    ),
    "deploy.local.demo.fill": ({"users", "messages", "audit_entries", "applications"}, DEMO),
    "deploy.local.demo.stages": ({"stage_entries"}, DEMO),
    "deploy.local.demo.announcements": ({"announcements", "announcement_recipients", "notifications"}, DEMO),
}


def called_with_a_table(module: Module, function: str) -> Iterator[str]:
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(table)), *_]):
                if name == function:
                    yield table


def homes() -> dict[str, str]:
    """Table → the package that declares it."""
    return {
        table: module.name.removesuffix(".tables")
        for module in PRODUCT
        if module.stem == "tables"
        for table in (*called_with_a_table(module, "Table"), *called_with_a_table(module, "table"))
    }


def written_by(module: Module) -> Iterator[str]:
    for statement in statements(module):
        yield from map("".join, WRITE.findall(statement.text))
    yield from called_with_a_table(module, "copy_records_to_table")


def test_a_table_is_written_only_by_the_modules_that_are_declared_here() -> None:
    found = {(table, module.name) for module in PRODUCT for table in written_by(module)}
    declared = {(table, f"{home}.{name}") for table, home in homes().items() for name in WRITERS[table].split()}
    elsewhere = {(table, module) for module, (tables, _) in ELSEWHERE.items() for table in tables}

    assert found == declared | elsewhere
    assert homes().keys() == WRITERS.keys()


def test_the_document_says_of_every_table_whose_acts_use_what_others_store() -> None:
    _, listed = SECURITY.read_text().split("\n## What one user stores and another's act uses\n")

    assert set(re.findall(r"`(\w+)`", listed)) == homes().keys()


def test_no_constraint_lists_names_that_a_newer_version_adds_to() -> None:
    """Kinds, actions and states are listed by an enum alone. What an image may be is what its answer may be called."""
    listing = {
        f"{table.name}.{constraint.name}"
        for table in whole_metadata().tables.values()
        for constraint in table.constraints
        if isinstance(constraint, CheckConstraint) and re.search(r"\bIN\s*\(|\bANY\s*\(", str(constraint.sqltext))
    }
    assert listing == {f"{name}.ck_{name}_media_type" for name in ("company_logos", "people_photos")}
