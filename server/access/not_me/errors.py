"""The refusal of a notice's link."""

from server.platform.errors import BadRequestError


class NoticeLinkInvalidError(BadRequestError):
    """The link is forged or expired, or its account has another email by now or is closed; the answer does not say."""

    code = "notice_link_invalid"
    message = "This link is no longer valid. Choose a new password, and check your devices on your profile page."
