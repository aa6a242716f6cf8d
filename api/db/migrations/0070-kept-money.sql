-- Money of deleted accounts that was in suspense, where nothing took it out (docs/decisions/0035).

-- 'kept': what was in suspense and stays with us; the cause is a refund of an order or a deposit,
-- 'refund 12' or 'deposit 5'.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return', 'payout_write_off',
     'refund', 'refund_failed', 'dispute', 'dispute_won', 'debt_payment', 'adjustment', 'kept'));

-- What each deposit, or refund of an order, has in suspense; below zero where a dispute took more.
CREATE VIEW held AS
SELECT part.deposit_id, part.name, sum(part.cents)::bigint AS cents,
  bool_or(part.kind = 'deposit') AS is_late
FROM (
  SELECT t.kind, coalesce(r.deposit_id, x.deposit_id, d.id) AS deposit_id,
    coalesce('deposit ' || coalesce(r.deposit_id, x.deposit_id, d.id), 'refund ' || r.id) AS name,
    CASE WHEN a.id = p.destination_account_id THEN p.amount_cents ELSE -p.amount_cents END AS cents
  FROM ledger_accounts a
  JOIN ledger_postings p ON a.id IN (p.source_account_id, p.destination_account_id)
  JOIN ledger_transactions t ON t.id = p.transaction_id
  LEFT JOIN deposits d ON t.kind = 'deposit' AND d.id::text = t.source_id
  LEFT JOIN refunds r ON t.kind IN ('refund', 'refund_failed') AND r.id::text = t.source_id
  LEFT JOIN disputes x ON t.kind IN ('dispute', 'dispute_won') AND x.id::text = t.source_id
  WHERE a.kind = 'suspense'
    AND t.kind IN ('deposit', 'refund', 'refund_failed', 'dispute', 'dispute_won')
) AS part GROUP BY part.deposit_id, part.name;

-- An order's refund has no wallet to go to, and a refund that failed is ours again if it was ours.
-- Both left suspense with money of nobody, and sales without it. What a dispute took beyond a
-- deposit is ours to bear.
WITH made AS (
  INSERT INTO ledger_transactions (kind, source_id)
  SELECT 'kept', name FROM held
  WHERE (cents > 0 AND NOT is_late) OR (cents < 0 AND NOT EXISTS (
    SELECT 1 FROM disputes WHERE disputes.deposit_id = held.deposit_id AND status = 'open'))
  RETURNING id, source_id)
INSERT INTO ledger_postings
  (transaction_id, source_account_id, destination_account_id, amount_cents)
SELECT made.id, source.id, destination.id, abs(held.cents)
FROM made JOIN held ON held.name = made.source_id
JOIN ledger_accounts source
  ON source.kind = CASE WHEN held.cents > 0 THEN 'suspense' ELSE 'revenue' END
JOIN ledger_accounts destination
  ON destination.kind = CASE WHEN held.cents > 0 THEN 'revenue' ELSE 'suspense' END;

-- What is in suspense is reviewed; what went back to its payer is not any more.
UPDATE deposits SET needs_review = 'paid after the account was deleted'
FROM held WHERE held.deposit_id = deposits.id AND is_late AND cents > 0 AND needs_review IS NULL;
UPDATE deposits SET needs_review = NULL
FROM held WHERE held.deposit_id = deposits.id AND is_late AND cents <= 0
  AND needs_review = 'paid after the account was deleted'
  AND NOT EXISTS (SELECT 1 FROM refunds
    WHERE refunds.deposit_id = deposits.id AND status IN ('requested', 'unknown', 'pending'))
  AND NOT EXISTS (SELECT 1 FROM disputes
    WHERE disputes.deposit_id = deposits.id AND status = 'open');

DROP VIEW held;
