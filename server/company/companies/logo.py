"""What a company's logo may be, and where it is shown."""

from typing import Final
from uuid import UUID

from server.platform.still_image import ImageLimits

LOGO_LIMITS: Final = ImageLimits(kilobytes=100, least_pixels=16, most_pixels=2_000)


def logo_path(logo_id: UUID) -> str:
    """Return where the logo of a verified company is served."""
    return f"/api/v1/companies/logos/{logo_id}"
