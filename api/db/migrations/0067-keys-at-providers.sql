-- What a deposit or refund is named at its payment provider beside its id: after a restore from a backup
-- ids come again, and so they do in a second shop on one account. Random; null: named by the id alone, as
-- by the releases before this one, whose processes may still be making some.
ALTER TABLE deposits ADD COLUMN provider_key uuid;
-- A refund's is drafted with its row and taken over when it is sent. Drafted, because a backup may hold
-- a refund as requested that was sent after it: sent again with the same key, the provider makes it once.
-- Taken over only then, because an earlier release sends without: null is what that one has sent.
ALTER TABLE refunds
  ADD COLUMN drafted_key uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN provider_key uuid;
