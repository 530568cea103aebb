"""The links of an invitation, by their signed codes.

One opens a sign-in that waits for the account's first own password, or for a passkey. The other stops the invitations
of a company to a recipient who does not know it.
"""

from typing import Final
from uuid import UUID

from structlog import get_logger

from server.access.factors.own_factors import issue_first_codes
from server.access.factors.passkeys import passkeys
from server.access.factors.passkeys.schemas import CreationOptions, NewCredentialJson
from server.access.factors.repository import has_factor
from server.access.flows import own_flow
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError, FlowState, OpenedFlow
from server.access.flows.repository import advance_flow
from server.access.passwords.set_password import read_flow_account
from server.access.policies.policy import FactorKind
from server.access.sessions.start_session import describe_device
from server.company.audit.record import AuditAction, record_visit
from server.messaging.messages.kinds import channel_of
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.people_repository import find_user
from server.people.account.sign_in_repository import SignInAccount, accept_without_password
from server.people.invitations.limits import InvitationLinkInvalidError, read_stop_code
from server.people.invitations.repository import InvitedAccount, add_stop, count_stops, lock_invited
from server.platform.database.connections import Connection
from server.platform.process.metrics import INVITATIONS_STOPPED
from server.platform.services import Unit, Visit
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Method
from server.vocabulary.link_tokens import is_link_token, read_link_token

METHODS: Final = (Method.LINK,)


async def open_invitation(visit: Visit, token: str) -> tuple[OpenedFlow, InvitedAccount]:
    """(a new flow of the invited account, that account).

    Opening proves the mailbox or the phone, so that no code follows. The account stays as it is until its password is
    set: a program that opens the link of a mail takes nothing away.

    Raises InvitationLinkInvalidError: the token is none of ours, or the account does not wait for it any more.
    """
    async with visit.unit_of_work() as unit:
        account = await _find(unit, token)
        opened = await own_flow.open_login(
            unit,
            company_id=account.subject.company_id,
            user_id=account.subject.user_id,
            state=FlowState.PASSWORD_REQUIRED,
            channel=channel_of(account.subject.contact),
            temporary_password=True,
            methods=METHODS,
        )
        if opened is None:
            raise InvitationLinkInvalidError
        await own_flow.end_former_flow(unit)
    return opened, account


async def _find(unit: Unit[Visit], token: str) -> InvitedAccount:
    """The account, locked, that the token is signed for."""
    read = read_link_token(token)
    if read is None:
        raise InvitationLinkInvalidError
    account = await lock_invited(unit.connection, company_id=read[0], user_id=read[1])
    if account is None or not is_link_token(unit.services.keys, token, subject=account.subject):
        raise InvitationLinkInvalidError
    return account


async def read_invited_options(visit: Visit, handle: UUID) -> CreationOptions:
    """What to ask the authenticator for.

    Raises FlowExpiredError: the flow is not the caller's, or no opened invitation that waits for a password; also
    PasskeysUnavailableError and FactorExistsError.
    """
    flow, account = await _read(visit, handle=handle)
    holder = passkeys.ChallengeHolder(passkeys.ChallengeUse.INVITATION, flow.id.bytes)
    async with visit.services.database.reading() as connection:
        await _refuse_second(connection, account)
        return await passkeys.new_passkey_options(visit.services, connection, account=account, holder=holder)


async def accept_by_passkey(visit: Visit, credential: NewCredentialJson, *, handle: UUID) -> tuple[Flow, list[str]]:
    """The flow, ready, and the recovery codes of the account's first factor, to be shown once.

    The temporary password ends as by a new password; the account has none of its own.

    Raises:
        PasskeysUnavailableError, FlowExpiredError, FactorExistsError: see read_invited_options.
        PasskeyNotAddedError: this is no answer to a challenge of this flow, or a second one.
        PasskeyRegisteredError: an account has this passkey.
    """
    found, account = await _read(visit, handle=handle)
    holder = passkeys.ChallengeHolder(passkeys.ChallengeUse.INVITATION, found.id.bytes)
    new = passkeys.read_new_passkey(visit.services, credential, holder=holder)
    name = describe_device(visit.user_agent)
    async with visit.unit_of_work() as unit:
        connection = unit.connection
        # The account is locked first, as in every step.
        flow = await own_flow.lock_own_flow(
            unit, handle=handle, context=FlowContext.LOGIN, state=FlowState.PASSWORD_REQUIRED
        )
        invited = await lock_invited(connection, **account.key)
        if invited is None or invited.subject.contact != account.contact:
            raise FlowExpiredError
        await _refuse_second(connection, account)
        await advance_flow(connection, flow, to=FlowState.READY, method=Method.PASSKEY)
        await accept_without_password(connection, **account.key, contact=account.contact)
        passkey_id = await passkeys.store_passkey(unit, new, name=name, account=account)
        # What the temporary password has opened ends; the list of users shows that the invitation was accepted.
        await own_flow.end_account_flows(unit, **account.key, spared=flow.id)
        own_flow.announce_flow_state(unit, flow.id)
        announce_changes(unit, kind=UsersChangeKind.UPDATED, company_id=account.company_id, user_ids=[account.user_id])
        after = {"factor": str(passkey_id), "kind": FactorKind.PASSKEY.value}
        action, user_id = AuditAction.FACTOR_ADDED, account.user_id
        await record_visit(unit, action, by=account, subject_id=user_id, subject_label=name, after=after)
        codes = await issue_first_codes(connection, visit.services.keys, **account.key)
        return await own_flow.reread_flow(connection, flow_id=flow.id), codes


async def _read(visit: Visit, *, handle: UUID) -> tuple[Flow, SignInAccount]:
    flow = await own_flow.read_own_flow(visit, handle=handle)
    if Method.LINK not in flow.methods:
        raise FlowExpiredError
    return flow, await read_flow_account(visit, handle=handle, context=FlowContext.LOGIN)


async def _refuse_second(connection: Connection, account: SignInAccount) -> None:
    if await has_factor(connection, **account.key):
        raise passkeys.FactorExistsError


logger = get_logger(__name__)


async def stop_invitations(visit: Visit, code: str) -> None:
    """No further invitation of this company is sent to the address; the operator sees it in log and metrics.

    Idempotent.

    Raises StopCodeInvalidError: the code is not one of ours.
    """
    company_id, user_id, mailbox = read_stop_code(visit.services.keys, code)
    async with visit.unit_of_work() as unit:
        if not await add_stop(unit.connection, company_id=company_id, mailbox=mailbox):
            return
        # The account may have been deleted meanwhile.
        user = await find_user(unit.connection, company_id=company_id, user_id=user_id)
        label = None if user is None else mask_label(user.label)
        action = AuditAction.INVITATIONS_STOPPED
        await record_visit(unit, action, company_id=company_id, subject_id=user_id, subject_label=label)
        stops = await count_stops(unit.connection, company_id=company_id)
    INVITATIONS_STOPPED.inc()
    logger.warning("invitations_stopped", company_id=str(company_id), stops=stops)
