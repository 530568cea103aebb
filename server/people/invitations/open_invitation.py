"""Open the link of an invitation: a sign-in that waits for the account's first own password."""

from dataclasses import dataclass, field
from typing import Final

from server.access.flows.flow import Flow, FlowContext, FlowState
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_flow, open_flow
from server.messaging.messages.kinds import channel_of
from server.people.invitations.errors import InvitationLinkInvalidError
from server.people.invitations.link_repository import InvitedAccount, lock_invited
from server.platform.database.connections import Connection
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.identity import Method
from server.vocabulary.link_tokens import is_link_token, read_link_token

METHODS: Final = (Method.LINK,)


@dataclass(frozen=True, kw_only=True)
class OpenedInvitation:
    flow: Flow
    secret: str = field(repr=False)
    account: InvitedAccount


async def open_invitation(services: Services, *, token: str, caller: Visit) -> OpenedInvitation:
    """A new flow of the invited account. Opening proves the mailbox or the phone, so that no code follows.

    The account stays as it is until its password is set: a program that opens the link of a mail takes nothing away.

    Raises:
        InvitationLinkInvalidError: the token is none of ours, or the account does not wait for it any more.

    """
    secret = random_token()
    async with services.database.unit_of_work() as unit:
        account = await _find(services, unit.connection, token)
        flow = await open_flow(
            unit.connection,
            secret=secret,
            company_id=account.subject.company_id,
            user_id=account.subject.user_id,
            context=FlowContext.LOGIN,
            state=FlowState.PASSWORD_REQUIRED,
            channel=channel_of(account.subject.contact),
            temporary_password=True,
            methods=METHODS,
            address=caller.address,
        )
        if flow is None:
            raise InvitationLinkInvalidError
        if caller.flow_secret is not None:
            announce_ended_flows(services, unit, await end_flow(unit.connection, secret=caller.flow_secret))
    return OpenedInvitation(flow=flow, secret=secret, account=account)


async def _find(services: Services, connection: Connection, token: str) -> InvitedAccount:
    """The account, locked, that the token is signed for."""
    read = read_link_token(token)
    if read is None:
        raise InvitationLinkInvalidError
    account = await lock_invited(connection, company_id=read.company_id, user_id=read.user_id)
    if account is None or not is_link_token(services.keys, read, subject=account.subject):
        raise InvitationLinkInvalidError
    return account
