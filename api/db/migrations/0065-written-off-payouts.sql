-- A payout that came back to a deleted account is owed to nobody who could claim it: staff may write
-- it off.

ALTER TABLE payouts
  DROP CONSTRAINT payouts_status_check,
  ADD CONSTRAINT payouts_status_check CHECK (status IN ('awaiting_verification', 'ready', 'exported',
    'sending', 'sent', 'settled', 'returned', 'unknown', 'written_off'));
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return', 'payout_write_off',
     'refund', 'refund_failed', 'dispute', 'dispute_won', 'debt_payment', 'adjustment'));
