from quart import Blueprint

from server.company.audit.list_entries import AUDITORS, AuditPage, AuditQuery, list_audit
from server.platform.http.authentication import current_context, limited, operation, reserved_for

blueprint = Blueprint("audit", __name__)


@blueprint.get("/audit")
@operation("Audit", reserved_for(*AUDITORS), limited(600))
async def read_audit(query_args: AuditQuery) -> AuditPage:
    """The company's audit entries, newest first."""
    return await list_audit(current_context(), query=query_args)
