-- A keyed hash of the bank account, or of what is known of the card, that a payout goes to: what
-- several sellers get to one account is added up. Null for a payout of an earlier release, and
-- after the retention period.
ALTER TABLE payouts ADD COLUMN account_hash bytea;

-- The same, once the payout was sent without a second person. The release before leaves it null:
-- what it sends to an account is not added up.
ALTER TABLE payouts
  ADD COLUMN unapproved_account_hash bytea,
  ADD CHECK (unapproved_account_hash IS NULL OR approved_by IS NULL);
CREATE INDEX payouts_unapproved_account ON payouts (unapproved_account_hash, unapproved_at)
  INCLUDE (amount_cents) WHERE unapproved_account_hash IS NOT NULL;

-- The queue of payouts to cards, by seller and card: a claim reads each once.
CREATE INDEX payouts_ready_cards ON payouts (user_id, account_hash, id)
  WHERE type = 'card' AND status = 'ready';
