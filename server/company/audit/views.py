from contextlib import nullcontext

from quart import Blueprint, Response

from server.company.audit.list_entries import AUDITORS, AuditPage, AuditQuery
from server.company.privacy.export_data import page_writer
from server.people.chunks.row_files import CSV_TYPE
from server.people.list.read_trail import export_trail, list_trail, name_of_trail
from server.platform.http.authentication import Routes, company_slot, current_context, current_services, download

routes = Routes(Blueprint("audit", __name__), "Audit")


@routes.get("/audit", reserved_for=AUDITORS, limit=600)
async def read_audit(query_args: AuditQuery) -> AuditPage:
    """The company's audit entries, newest first."""
    async with company_slot(current_services().searches) if query_args.search else nullcontext():
        return await list_trail(current_context(), query_args)


@routes.get("/audit.csv", reserved_for=AUDITORS, limit=60, downloads=("text/csv",))
async def download_audit(query_args: AuditQuery) -> Response:
    """The company's audit entries as a file, newest first, with the list's filters."""
    context = current_context()
    pieces = await export_trail(context, query_args, in_words=page_writer(context).words)
    return download(pieces, name=name_of_trail(context), media_type=CSV_TYPE)
