"""Each issue offers a fix; the few that do not are named with the reason."""

from surrogates import notices
from surrogates.codes import IssueCode

# Must never happen; and words without a label, which revision offers to label.
WITHOUT = {IssueCode.OUTSIDE_CHANGED, IssueCode.RESIDUAL_MENTION, IssueCode.KNOWN_ELSEWHERE}


def test_each_issue_offers_a_fix_and_says_why_in_one_sentence() -> None:
    every = [each for each in vars(notices).values() if isinstance(each, notices.Notice)]
    assert len(every) > 50
    assert {each.code for each in every if each.fix is None} == WITHOUT
    for each in every:
        assert each.message.endswith(".") and ". " not in each.message, each.message
