"""What can be wrong with mails and chats; see `annotation.formats.faults`."""

from annotation.formats.errors import Fault
from annotation.translatable import N_

NO_MAIL = Fault(
    "mail",
    N_("the message does not begin with header fields"),
    N_("From:, To: or Subject: and their like, one a line, and an empty line before the text"),
)
NO_MAILBOX = Fault(
    "mail",
    N_("not the beginning of a message in a mailbox"),
    N_('a line such as "From luis@example.org Mon Jan  1 10:00:00 2024" before each message'),
)
MAIL_CHARSET = Fault(
    "mail",
    N_("a part of the message is not in the character set that it names"),
    N_("UTF-8, or a character set that the part names and is in"),
)
MAIL_DEPTH = Fault(
    "mail",
    N_("the message holds parts in parts, too deep"),
    N_("at most %(most)s levels"),
)
MAIL_TOO_LONG = Fault(
    "mail", N_("the message is too large"), N_("at most %(most)s MiB a message"), 413
)
NO_CHAT = Fault(
    "chat",
    N_("not the beginning of a chat export of WhatsApp"),
    N_('lines such as "12/03/2024, 18:05 - Luis: hello" or "[12/03/24, 18:05:11] Luis: hello"'),
)
CHAT_DATE = Fault(
    "chat",
    N_("the date or the time is none"),
    N_("dates of one order in the whole file, and times of the day"),
)
