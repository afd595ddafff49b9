"""What people wrote to one another: e-mails, mailboxes, exports of chats; these are only read."""
