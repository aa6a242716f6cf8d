-- Mails that were given up can be queued again, and an outbox of any length is read by its indexes.

-- When it was queued, the last time: its attempts end so many days later.
ALTER TABLE mails ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now();
UPDATE mails SET queued_at = created_at;

-- Thousands may be due at one moment: without the id, taking the first of them would sort them all.
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (due_at, id) INCLUDE (queued_at) WHERE gave_up_at IS NULL;
CREATE INDEX mails_failing ON mails (id) WHERE gave_up_at IS NULL AND last_error IS NOT NULL;
CREATE INDEX mails_recipient ON mails (recipient);
