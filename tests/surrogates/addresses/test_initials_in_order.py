"""User names whose initials stand in the order of one person's names, and in a web address."""

from tests.surrogates.dialogues import codes, dialogue, run, texts

KEYS = [bytes([n, 71]) for n in range(6)]


def test_initials_the_other_way_round_are_a_brothers() -> None:
    lines = (
        "A: de [María José:GIVEN] [Tejedor:FAM]",
        "A: no de [José María:GIVEN] [Tejedor:FAM], su hermano",
        "B: usuario [mjtejedor:USER]",
    )
    for key in KEYS:
        result = run(dialogue(*lines), key=key)
        given, *_, user = texts(result)
        first, second = given.replace("-", " ").lower().split()[:2]
        assert user[:2] == first[0] + second[0] and "USER_UNLINKED" not in codes(result)


def test_a_user_name_in_a_path_is_the_one_that_is_said() -> None:
    lines = (
        "A: My user name is [jdoherty87:USER], the page [www.lagan.co.uk/members/jdoherty87:URL].",
        "B: Thanks, [Jacinta:FEMALE] [Doherty:FAM].",
    )
    for key in KEYS:
        user, page, *_ = texts(run(dialogue(*lines, lang="en"), key=key))
        assert page.endswith(f"/members/{user}")
