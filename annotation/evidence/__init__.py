"""What is known of a release, and what an attacker would make of it: pure functions over
originals and released dialogues, and the figures that leave with a file. They know no Django, and
no result of theirs repeats a text."""
