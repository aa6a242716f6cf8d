-- When a refund is next sent or asked about, by one process, ever more rarely. Null: at once; so are those
-- of the release before, whose processes may still be sending some.
-- `repeat_until`: until when one whose outcome is unknown may be sent again by its key. Null: not at all,
-- as those that the release before has sent, which may have been sent at any time.
-- `sending_until`: a call to the provider is under way, and ends by then if its process dies.
ALTER TABLE refunds
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz,
  ADD COLUMN repeat_until timestamptz,
  ADD COLUMN sending_until timestamptz;
