-- Corrections of a balance by the staff, above a limit by two people (design §4).

-- In internal cents; without one, one person is enough for every correction.
ALTER TABLE settings ADD COLUMN balance_approval_above_cents bigint
  CHECK (balance_approval_above_cents >= 0);

CREATE TABLE balance_adjustments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users,
  -- What is added to the balance; below zero it is taken.
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  reason text NOT NULL,
  needs_approval boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'posted', 'rejected')),
  requested_by bigint NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  decided_by bigint REFERENCES users,
  decided_at timestamptz,
  CHECK ((status = 'waiting') = (decided_by IS NULL AND decided_at IS NULL)),
  -- The one who asks may take it back, but not approve it; nobody corrects their own balance.
  CONSTRAINT balance_adjustments_two_people
    CHECK (status <> 'posted' OR NOT needs_approval OR decided_by <> requested_by),
  CONSTRAINT balance_adjustments_not_own CHECK (user_id <> requested_by AND (status <> 'posted' OR user_id <> decided_by))
);
CREATE INDEX balance_adjustments_user ON balance_adjustments (user_id, id);
CREATE UNIQUE INDEX balance_adjustments_one_waiting ON balance_adjustments (user_id)
  WHERE status = 'waiting';
CREATE INDEX balance_adjustments_requester ON balance_adjustments (requested_by);
CREATE INDEX balance_adjustments_decider ON balance_adjustments (decided_by);

-- What was decided stays. The reason alone goes, with the account.
CREATE FUNCTION keep_balance_adjustment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
    OR (NEW.operation_id, NEW.user_id, NEW.amount_cents, NEW.needs_approval, NEW.requested_by,
      NEW.requested_at) IS DISTINCT FROM (OLD.operation_id, OLD.user_id, OLD.amount_cents,
      OLD.needs_approval, OLD.requested_by, OLD.requested_at)
    OR (NEW.reason <> OLD.reason AND NEW.reason <> '')
    OR (OLD.status <> 'waiting' AND (NEW.status, NEW.decided_by, NEW.decided_at)
      IS DISTINCT FROM (OLD.status, OLD.decided_by, OLD.decided_at))
  THEN
    RAISE EXCEPTION 'a correction stays as it was decided' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER balance_adjustments_stay BEFORE UPDATE OR DELETE ON balance_adjustments
  FOR EACH ROW EXECUTE FUNCTION keep_balance_adjustment();

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return',
     'refund', 'refund_failed', 'dispute', 'dispute_won', 'debt_payment', 'adjustment'));

CREATE OR REPLACE FUNCTION payment_kind(transaction_kind text, amount_cents bigint) RETURNS text
  LANGUAGE sql IMMUTABLE
  RETURN CASE
    WHEN transaction_kind = 'deposit' THEN 'deposit'
    WHEN transaction_kind = 'order' THEN 'purchase'
    WHEN transaction_kind = 'grant' THEN 'credit'
    WHEN transaction_kind = 'adjustment' THEN 'adjustment'
    WHEN transaction_kind = 'refund' AND amount_cents > 0 THEN 'refund'
    WHEN transaction_kind IN ('refund', 'refund_failed') THEN 'withdrawal'
    WHEN transaction_kind IN ('dispute', 'dispute_won') THEN 'dispute'
    ELSE 'other' END;
