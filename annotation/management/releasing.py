"""An option of `manage.py release`: why a warning may leave, or what lifts a limit."""

from argparse import Action, ArgumentParser, Namespace


class Reason(Action):
    """Collects CHECK=TEXT, once a check."""

    def __call__(self, parser: ArgumentParser, space: Namespace, value: object, *_: object) -> None:
        check, _sign, words = str(value).partition("=")
        if not check or not words.strip():
            parser.error(f"{self.option_strings[0]}: expected CHECK=, then why")
        setattr(space, self.dest, {**getattr(space, self.dest), check: words})
