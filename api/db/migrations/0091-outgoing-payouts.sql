-- The limit of the settings under which a payout was sent without a second person: what its seller
-- gets in that way within 30 days is added up. Null for one that was approved, was sent without a
-- limit, or by the release before, which adds nothing up.
ALTER TABLE payouts
  ADD COLUMN limit_cents bigint,
  ADD CHECK (limit_cents IS NULL OR approved_by IS NULL);

-- Until when a process may be asking a card payout's provider about it, or paying it: nobody marks
-- it, and no other process claims it. The lock of that process is lost with its connection, this is
-- not. The release before leaves it null and has the lock alone.
ALTER TABLE payouts ADD COLUMN sending_until timestamptz;
