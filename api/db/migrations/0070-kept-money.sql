-- 'kept': what was in suspense and stays with us, or what disputes took there beyond it and we bear
-- (docs/decisions/0035); the cause is a refund of an order or a deposit, 'refund 12' or 'deposit 5'.
-- What releases before left there is put right by a job, in short transactions.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return', 'payout_write_off',
     'refund', 'refund_failed', 'dispute', 'dispute_won', 'debt_payment', 'adjustment', 'kept'));
