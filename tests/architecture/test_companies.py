"""S32: a statement on a table that belongs to companies names the company, or is listed here with a reason."""

import importlib
import re
from typing import Final

import pytest

from server.platform.database.metadata import metadata
from tests.architecture.source import modules, statements

# The keys of an account (`owner`) and of a connection have the company in them.
NAMES_COMPANY: Final = re.compile(r"company_id|\*\*(owner|\w+\.key)\b")
REFERENCE: Final = re.compile(r"\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)")
SERVER: Final = modules("server")

BY_SECRET: Final = "Found by a secret of 256 bits or its hash, which only the owner holds"
BY_ROW: Final = "By the id of a row that the same use case has found, with its company or by a secret"
OF_ALL: Final = "Maintenance over all companies: the result is shown to no user"
WORKER: Final = "Run by a worker: its job names the row, and the result stays within the row's company"
UNIQUE: Final = "Contacts are unique over all companies; only whether they are taken is answered"
IDENTIFIER: Final = "An identifier names one account over all companies; the answer goes to its holder alone"
PROVIDER: Final = "Named by the address that its provider is given; nothing of it is shown"
NEW_ROW: Final = "The row that is given names its company"
JOINED: Final = "The company's condition stands in the statement that this is a part of"

WITHOUT_COMPANY: Final[dict[str, dict[str, str]]] = {
    "server.company.audit.repository": {"_matching": JOINED},
    "server.company.audit.chain_repository": {
        "unsealed_entries": OF_ALL,
        "read_chains": OF_ALL,
        "read_unsealed": OF_ALL,
        "remove_entries": OF_ALL,
    },
    "server.company.companies.repository": {"_LOGO": JOINED},
    "server.company.webhooks.repository": {"add_webhook": NEW_ROW, "DELETE_OLD_DELIVERIES": OF_ALL},
    "server.people.bulk.repository": {"unfinished_jobs": OF_ALL, "delete_old_job": OF_ALL, "WIPE_REASONS": OF_ALL},
    "server.people.duplicates.merge_repository": {"due_merges": OF_ALL},
    "server.interviews.own_repository": {"find_screen": BY_SECRET},
    "server.interviews.score_repository": {
        "DELETE_OLD_INTERVIEW_EVENTS": OF_ALL,
        "CLEAR_OLD_INTERVIEW_NOTES": OF_ALL,
    },
    "server.placement.offer_repository": {"_due": OF_ALL},
    "server.training.attendance_repository": {"DELETE_OLD_CHANGES": OF_ALL, "CLEAR_OLD_NOTES": OF_ALL},
    "server.access.flows.repository": {
        "_RESETTABLE": IDENTIFIER,
        "keep_code": BY_ROW,
        "count_attempt": BY_ROW,
        "swap_codes": BY_ROW,
        "turn_to_channel": BY_ROW,
        "advance_flow": BY_ROW,
        "raise_version": BY_ROW,
        "end_flow": BY_SECRET,
        "DELETE_EXPIRED_FLOWS": OF_ALL,
        "open_signup_flow": BY_SECRET,
        "find_waiting_signup": UNIQUE,
        "copy_signup": BY_ROW,
    },
    "server.access.keys.repository": {"_IDENTITY": BY_SECRET, "touch_key": BY_ROW},
    "server.platform.http.idempotency.repository": {"DELETE_OLD_KEYS": OF_ALL},
    "server.people.imports.erasure_repository": {
        "erase_person": BY_ROW,
        "_erase_edits": BY_ROW,
        "delete_old_import": OF_ALL,
    },
    "server.company.privacy.repository": {
        "due_erasures": OF_ALL,
        "note_place": BY_ROW,
        "finish_search": BY_ROW,
    },
    "server.people.imports.run.invitation_repository": {
        "_TO_INVITE": OF_ALL,
        "claim_chunk_to_invite": WORKER,
        "mark_invited": BY_ROW,
        "queue_invitations": WORKER,
    },
    "server.access.email_changes.repository": {"DELETE_EXPIRED_CHANGES": OF_ALL},
    "server.people.imports.repository": {
        "_IMPORTS": JOINED,
        "unfinished_imports": OF_ALL,
        "measure_longest_wait": OF_ALL,
        "measure_work": OF_ALL,
        "begin_check": WORKER,
        "_COUNT_CHECKED": WORKER,
    },
    "server.people.imports.preview.preview_repository": {
        "DONE_ROWS": JOINED,
        "_read_rows": BY_ROW,
        "rows_between": BY_ROW,
    },
    "server.messaging.messages.repository": {
        "insert_message": NEW_ROW,
        "keep_messages": WORKER,
        "claim_one": WORKER,
        "claim_notices": WORKER,
        "note_handed": WORKER,
        "lease_messages": WORKER,
        "postpone": WORKER,
        "drop_messages": WORKER,
        "record_attempts": WORKER,
        "overdue_codes": OF_ALL,
        "has_overdue_messages": OF_ALL,
        "_SINGLE": OF_ALL,
        "expire_messages": OF_ALL,
        "delete_old_messages": OF_ALL,
    },
    "server.messaging.notifications.repository": {"DELETE_OLD_NOTIFICATIONS": OF_ALL},
    "server.messaging.announcements.repository": {"add_announcement": NEW_ROW},
    "server.messaging.announcements.mail_repository": {"read_texts": WORKER, "set_mail_states": WORKER},
    "server.people.announce.repository": {"list_written": JOINED},
    "server.access.sessions.repository": {
        "lock_session_of": BY_SECRET,
        "succeed_token": BY_ROW,
        "end_session": BY_ROW,
        "note_proof": BY_ROW,
        "remember_device": BY_SECRET,
        "prolong_session": BY_ROW,
        "touch_session": BY_ROW,
        "mark_generation_used": BY_ROW,
        "DELETE_OLD_SESSIONS": OF_ALL,
    },
    "server.access.sso.repository": {
        "find_connection_by_id": PROVIDER,
        "claim_due_domains": OF_ALL,
        "consume_state": BY_SECRET,
        "DELETE_EXPIRED_STATES": OF_ALL,
    },
    "server.people.account.people_repository": {"lock_users": WORKER},
    "server.people.list.list_repository": {"matching": JOINED},
    "server.people.account.sign_in_repository": {"_OF_PHONE": IDENTIFIER},
}


def company_tables() -> set[str]:
    for module in SERVER:
        if module.stem == "tables":
            importlib.import_module(module.name)
    return {table.name for table in metadata.tables.values() if "company_id" in table.columns}


def silent_places() -> dict[str, set[str]]:
    """Statements that use a company's table without naming the company."""
    owned = company_tables()
    silent: dict[str, set[str]] = {}
    for module in SERVER:
        if module.stem.endswith("repository"):
            found = {
                s.place
                for s in statements(module)
                if owned.intersection(REFERENCE.findall(s.text)) and not NAMES_COMPANY.search(s.text)
            }
            silent |= {module.name: found} if found else {}
    return silent


@pytest.mark.security("S32")
def test_every_statement_on_a_company_table_names_the_company() -> None:
    assert len(company_tables()) > 8
    unknown = {
        f"{module}.{place}"
        for module, places in silent_places().items()
        for place in places - WITHOUT_COMPANY.get(module, {}).keys()
    }

    assert unknown == set()
