-- What a deposit or refund is named at its payment provider beside its id: after a restore from a backup
-- ids come again, and so they do in a second shop on one account. Random; null: named by the id alone, as
-- by the releases before this one, whose processes may still be making some.
ALTER TABLE deposits ADD COLUMN provider_key uuid;
-- Given when the refund is sent, so that none has a key that an earlier release has sent.
ALTER TABLE refunds ADD COLUMN provider_key uuid;
