from datetime import date
from uuid import UUID

from server.identity.invitation_state import Invitation
from server.identity.profiles import Gender, Permission, Profile, Role
from server.schemas import Moment, ResponseSchema


class ProfileResponse(ResponseSchema):
    """The claims of the access token as they are true now, and what a page needs beside them."""

    user_id: UUID
    email: str
    full_name: str
    phone: str
    role: Role
    profile: Profile | None
    profile_id: Profile | None
    profile_level: int
    company_id: UUID
    company_name: str
    company_slug: str
    redirect_to: str
    authorities: list[Permission]
    permissions: list[Permission]
    creatable_profiles: list[Profile]
    expires_at: Moment
    server_time: Moment


class UserRecord(ResponseSchema):
    """A person as User Management knows them."""

    id: UUID
    full_name: str
    email: str
    phone: str
    role: Role
    profile: Profile | None
    date_of_birth: date | None
    gender: Gender | None
    work_location: str | None
    is_active: bool
    invitation: Invitation
    last_sign_in_at: Moment | None
    created_at: Moment
    version: int
