-- A mail that is only of use while an account exists, such as a link to reset its password, goes when
-- the account is deleted. Null for mails that are sent nevertheless. No foreign key, because that would
-- lock the account: queueing a mail about an offer, and deleting the offer with its account, would
-- wait for each other.
ALTER TABLE mails ADD COLUMN user_id bigint;
CREATE INDEX mails_user ON mails (user_id) WHERE user_id IS NOT NULL;
