from uuid import UUID

from server.database import Connection
from server.messages.kinds import Channel


async def mark_contact_verified(connection: Connection, *, company_id: UUID, user_id: UUID, channel: Channel) -> None:
    """The right code has proved the contact."""
    await connection.execute(
        """
        UPDATE users
           SET email_verified_at = CASE WHEN :by_sms THEN email_verified_at ELSE coalesce(email_verified_at, now()) END,
               phone_verified_at = CASE WHEN :by_sms THEN coalesce(phone_verified_at, now()) ELSE phone_verified_at END
         WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
        by_sms=channel is Channel.SMS,
    )
