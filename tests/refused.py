"""What Kibitz says against bad input."""

import pytest

from kibitz.errors import BadInput


def refusal(function, *arguments, **parameters):
    """The one sentence with which a call is refused."""
    with pytest.raises(BadInput) as refused:
        function(*arguments, **parameters)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence
