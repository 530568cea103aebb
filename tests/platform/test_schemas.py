"""What requests may leave out."""

from typing import Annotated, Any

import pytest
from pydantic import ValidationError

from server.platform.schemas import EMPTY_IS_NONE, QuerySchema
from server.vocabulary.profiles import Role


class Filtered(QuerySchema):
    role: Annotated[Role | None, *EMPTY_IS_NONE] = None


@pytest.mark.parametrize("given", [{}, {"role": ""}, {"role": None}])
def test_an_empty_text_counts_as_absent(given: dict[str, Any]) -> None:
    assert Filtered.model_validate(given).role is None


@pytest.mark.parametrize("role", [False, 0, [], {}, " "])
def test_whatever_else_is_no_filter_is_refused_and_does_not_widen_a_selection(role: Any) -> None:
    with pytest.raises(ValidationError):
        Filtered.model_validate({"role": role})
