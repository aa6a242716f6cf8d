-- The limit of the settings under which a payout was sent without a second person: what its seller
-- gets in that way within 30 days is added up. Null for one that was approved, was sent without a
-- limit, or by the release before, which adds nothing up.
ALTER TABLE payouts
  ADD COLUMN limit_cents bigint,
  ADD CHECK (limit_cents IS NULL OR approved_by IS NULL);

-- When it was sent without a second person, for as long as that counts: null also for one that its
-- provider has reported as failed or returned. The release before notes none.
ALTER TABLE payouts
  ADD COLUMN unapproved_at timestamptz,
  ADD CHECK (unapproved_at IS NULL OR approved_by IS NULL);
CREATE INDEX payouts_unapproved ON payouts (user_id, unapproved_at) INCLUDE (amount_cents)
  WHERE unapproved_at IS NOT NULL;

-- Until when a process may be asking a card payout's provider about it, or paying it: nobody marks
-- it, and no other process claims it. The lock of that process is lost with its connection, this is
-- not. The release before leaves it null and has the lock alone.
ALTER TABLE payouts ADD COLUMN sending_until timestamptz;

-- Last: a table with changed rows is not altered any more.
UPDATE payouts SET unapproved_at = sent.at
  FROM (SELECT payout_id, min(created_at) AS at FROM payout_events
    WHERE status IN ('sending', 'exported') GROUP BY payout_id) AS sent
  WHERE sent.payout_id = payouts.id AND sent.at > now() - interval '31 days'
    AND approved_by IS NULL
    AND NOT EXISTS (SELECT 1 FROM payout_approvals
      WHERE payout_approvals.batch_id = payouts.batch_id)
    AND NOT EXISTS (SELECT 1 FROM payout_events AS back WHERE back.payout_id = payouts.id
      AND back.status = 'returned' AND back.actor_id IS NULL);
