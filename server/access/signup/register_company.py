"""The last step of a sign-up: the company, its first SUPER_ADMIN and a session, all at once or not at all."""

from uuid import UUID

from server.access.flows.flow import FlowContext, FlowState
from server.access.flows.own_flow import announce_ended_flows, lock_own_flow
from server.access.sessions.start_session import SignedIn, start_session
from server.access.signup.accept_code import create_person
from server.company.audit.repository import AuditAction, record
from server.company.companies.create_company import NewCompany, create_company
from server.platform.services import Visit
from server.vocabulary.identity import Method
from server.vocabulary.profiles import Profile, Role


async def register_company(visit: Visit, company: NewCompany, *, handle: UUID) -> SignedIn:
    """Create the company of a sign-up with verified contacts, and sign its founder in.

    Raises:
        FlowExpiredError: the flow is not the caller's, or waits for no company, or has had one.
        ContactTakenError: another account has the email or the phone by now.
    """
    async with visit.unit_of_work() as unit:
        flow = await lock_own_flow(unit, handle=handle, context=FlowContext.SIGNUP, state=FlowState.COMPANY_REQUIRED)
        announce_ended_flows(unit, [flow.id])
        company_id = await create_company(unit.connection, company)
        account = await create_person(
            unit,
            flow,
            company_id=company_id,
            role=Role.ADMIN,
            profile=Profile.SUPER_ADMIN,
            after=FlowState.COMPLETED,
        )
        await record(
            unit.connection,
            action=AuditAction.COMPANY_CREATED,
            by=account,
            subject_id=company_id,
            address=visit.address,
            after={"name": company.name, "industry": company.industry.value, "website": company.website},
        )
        return await start_session(
            unit, account=account, methods=(Method.PASSWORD, Method.CODE), remembers=True, is_first=True
        )
