from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from server.company.audit.repository import AuditAction
from server.platform.schemas import Moment, Page, PageQuery, ResponseSchema


class AuditQuery(PageQuery):
    """`search` is a prefix of the subject's label: a masked email, or the name of a file; `subject` is its id."""

    action: AuditAction | None = None
    subject: UUID | None = None
    search: Annotated[str, Field(max_length=200)] = ""


class AuditRecord(ResponseSchema):
    """One action: actor, subject, time and address; `before` and `after` hold what has changed."""

    id: UUID
    action: AuditAction
    actor_id: UUID | None
    actor_name: str | None
    subject_id: UUID | None
    subject_label: str | None
    address: str | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: Moment


class AuditPage(Page[AuditRecord]):
    """`total` is exact up to ten thousand."""
