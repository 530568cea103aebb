"""Notify of a sign-in by a browser that the account does not remember."""

from uuid import UUID

from server.access.notices.limits import A_DAY, count_act
from server.access.notices.send_notice import Owner, send_notice
from server.access.notices.texts import new_device
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identity import Bearer
from server.vocabulary.notice_link import NoticeAct


async def notify_of_device(
    services: Services, unit: UnitOfWork, *, account: Bearer, session_id: UUID, device: str, address: str
) -> None:
    """Once for a browser, because it is remembered from then on. The last of a day says that it is.

    `device` is the name of a known browser or system, as what else a client calls itself could be a message.
    """
    number = await count_act(unit.connection, act=NoticeAct.NEW_DEVICE, user_id=account.user_id, keys=services.keys)
    most = A_DAY[NoticeAct.NEW_DEVICE]
    if number > most:
        return
    notice = new_device(session_id=session_id, device=device, address=address, is_last=number == most)
    await send_notice(services, unit, notice, to=Owner.of(account))
