-- What each transaction changed of a user's balance (wallet and debt together), and the balance after
-- it: the payment history reads its page and no more. Written by the postings' trigger, behind the
-- lock of the user's account, so ids are in the order of the balances.
CREATE TABLE balance_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  transaction_id bigint NOT NULL REFERENCES ledger_transactions,
  -- Of the payment history (domain/payments.ts).
  kind text NOT NULL,
  amount_cents bigint NOT NULL,
  balance_cents bigint NOT NULL,
  -- When the transaction began; never before the change before it, so that days and order agree.
  at timestamptz NOT NULL,
  UNIQUE (user_id, transaction_id)
);

-- The kind of a line by the kind of its transaction: an order's refund comes in, a deposit's goes out.
CREATE FUNCTION payment_kind(transaction_kind text, amount_cents bigint) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN CASE
    WHEN transaction_kind = 'deposit' THEN 'deposit'
    WHEN transaction_kind = 'order' THEN 'purchase'
    WHEN transaction_kind = 'grant' THEN 'credit'
    WHEN transaction_kind = 'refund' AND amount_cents > 0 THEN 'refund'
    WHEN transaction_kind IN ('refund', 'refund_failed') THEN 'withdrawal'
    WHEN transaction_kind IN ('dispute', 'dispute_won') THEN 'dispute'
    ELSE 'other' END;

INSERT INTO balance_changes (user_id, transaction_id, kind, amount_cents, balance_cents, at)
SELECT moved.user_id, t.id, payment_kind(t.kind, moved.cents), moved.cents,
  sum(moved.cents) OVER before, max(t.created_at) OVER before
FROM (
  SELECT a.user_id, part.transaction_id, sum(part.cents)::bigint AS cents
  FROM (
    SELECT transaction_id, destination_account_id AS account_id, amount_cents AS cents
      FROM ledger_postings
    UNION ALL
    SELECT transaction_id, source_account_id, -amount_cents FROM ledger_postings
  ) AS part JOIN ledger_accounts a ON a.id = part.account_id
  WHERE a.user_id IS NOT NULL GROUP BY a.user_id, part.transaction_id
) AS moved JOIN ledger_transactions t ON t.id = moved.transaction_id
WINDOW before AS (PARTITION BY moved.user_id ORDER BY t.id)
ORDER BY t.id;

-- A debt that is paid from the wallet changes nothing together: no line.
CREATE INDEX balance_changes_history ON balance_changes (user_id, at, id) WHERE amount_cents <> 0;
CREATE INDEX balance_changes_transaction ON balance_changes (transaction_id);

CREATE FUNCTION note_balance_change(account_user_id bigint, posting ledger_postings, cents bigint)
  RETURNS void LANGUAGE sql AS $$
  INSERT INTO balance_changes (user_id, transaction_id, kind, amount_cents, balance_cents, at)
  SELECT account_user_id, t.id, payment_kind(t.kind, cents), cents,
    (SELECT sum(balance_cents) FROM ledger_accounts WHERE user_id = account_user_id),
    greatest(t.created_at, (SELECT max(at) FROM balance_changes
      WHERE user_id = account_user_id AND amount_cents <> 0))
  FROM ledger_transactions t WHERE t.id = posting.transaction_id
  ON CONFLICT (user_id, transaction_id) DO UPDATE SET
    amount_cents = balance_changes.amount_cents + EXCLUDED.amount_cents,
    balance_cents = EXCLUDED.balance_cents;
$$;

CREATE OR REPLACE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner bigint;
BEGIN
  -- House rows are left alone: one hot row would make every sale wait for every other.
  UPDATE ledger_accounts SET balance_cents = balance_cents - NEW.amount_cents
    WHERE id = NEW.source_account_id AND user_id IS NOT NULL RETURNING user_id INTO owner;
  IF FOUND THEN PERFORM note_balance_change(owner, NEW, -NEW.amount_cents); END IF;
  UPDATE ledger_accounts SET balance_cents = balance_cents + NEW.amount_cents
    WHERE id = NEW.destination_account_id AND user_id IS NOT NULL RETURNING user_id INTO owner;
  IF FOUND THEN PERFORM note_balance_change(owner, NEW, NEW.amount_cents); END IF;
  RETURN NULL;
END $$;

-- The history changes by a posting (from inside its trigger) or not at all.
CREATE TRIGGER balance_changes_guard BEFORE INSERT OR UPDATE OR DELETE ON balance_changes
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
