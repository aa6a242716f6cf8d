-- Refunds, disputes, debts, and reports of payments that match nothing (docs/decisions/0035).

-- ---------------------------------------------------------------- the ledger

-- 'debt': what a user owes since a dispute took more than the wallet held; zero or below.
ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN
    ('wallet', 'debt', 'provider_clearing', 'revenue', 'promotion', 'suspense',
     'design_purchases', 'payouts_payable', 'bank_out')),
  DROP CONSTRAINT ledger_accounts_check,
  ADD CONSTRAINT ledger_accounts_check CHECK ((kind IN ('wallet', 'debt')) = (user_id IS NOT NULL)),
  ADD CONSTRAINT debt_never_positive CHECK (kind <> 'debt' OR balance_cents <= 0);

ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN
    ('deposit', 'order', 'grant', 'forfeit', 'offer', 'payout', 'payout_return',
     'refund', 'refund_failed', 'dispute', 'dispute_won', 'debt_payment'));

-- ---------------------------------------------------------------- orders

-- A refunded order stays in the books; its product can be bought again.
ALTER TABLE orders ADD COLUMN refunded_at timestamptz;
ALTER TABLE orders DROP CONSTRAINT orders_user_id_product_id_key;
CREATE UNIQUE INDEX orders_one_live ON orders (user_id, product_id) WHERE refunded_at IS NULL;

-- ---------------------------------------------------------------- refunds

-- Of an order: from us to the wallet, done at once. Of a deposit: from the wallet to the payment's
-- source; the wallet is debited with the row, the provider is asked after it.
CREATE TABLE refunds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id text NOT NULL UNIQUE,
  user_id bigint NOT NULL REFERENCES users,
  order_id bigint REFERENCES orders,
  deposit_id bigint REFERENCES deposits,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  money_cents bigint CHECK (money_cents > 0),  -- in the deposit's currency
  status text NOT NULL CHECK (status IN ('requested', 'unknown', 'pending', 'succeeded', 'failed')),
  reason text NOT NULL,
  evidence text,                               -- of an outcome that the staff noted
  actor_id bigint REFERENCES users ON DELETE SET NULL,  -- staff; null: the user, or a withdrawal
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK ((order_id IS NULL) <> (deposit_id IS NULL)),
  CHECK ((deposit_id IS NULL) = (money_cents IS NULL)),
  CHECK (deposit_id IS NOT NULL OR status = 'succeeded')
);
CREATE INDEX refunds_order ON refunds (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX refunds_deposit ON refunds (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX refunds_user ON refunds (user_id, id DESC);
CREATE INDEX refunds_open ON refunds (id) WHERE status IN ('requested', 'unknown', 'pending');
CREATE INDEX refunds_actor ON refunds (actor_id);

-- What was refunded stays so; only how the provider's part of it went changes.
CREATE FUNCTION keep_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (NEW.order_id, NEW.deposit_id, NEW.user_id, NEW.amount_cents,
    NEW.money_cents, NEW.operation_id) IS DISTINCT FROM (OLD.order_id, OLD.deposit_id, OLD.user_id,
    OLD.amount_cents, OLD.money_cents, OLD.operation_id)
    OR (OLD.status = 'failed' AND NEW.status <> 'failed')
  THEN
    RAISE EXCEPTION 'a refund stays as it was made' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_stay BEFORE UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION keep_refund();

-- ---------------------------------------------------------------- disputes

CREATE TABLE disputes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_id bigint NOT NULL REFERENCES deposits,
  user_id bigint NOT NULL REFERENCES users,
  provider text NOT NULL,
  provider_ref text NOT NULL,
  money_cents bigint NOT NULL CHECK (money_cents > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  -- 'user': from the wallet, the rest is a debt; else from what a deleted account left behind.
  taken_from text NOT NULL CHECK (taken_from IN ('user', 'revenue', 'suspense')),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  CHECK ((status = 'open') = (closed_at IS NULL)),
  UNIQUE (provider_ref, provider)
);
CREATE INDEX disputes_deposit ON disputes (deposit_id);
CREATE INDEX disputes_open ON disputes (user_id) WHERE status = 'open';

-- ---------------------------------------------------------------- reports that match nothing

-- Signed reports about payments that we do not know (yet). They are tried again until they match or
-- the staff has dealt with them; none is dropped.
CREATE TABLE unmatched_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  event_id text NOT NULL,
  report jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL,
  matched_at timestamptz,
  resolved_at timestamptz,
  resolved_by bigint REFERENCES users ON DELETE SET NULL,
  note text,
  UNIQUE (event_id, provider)
);
CREATE INDEX unmatched_reports_due ON unmatched_reports (retry_at)
  WHERE matched_at IS NULL AND resolved_at IS NULL;
CREATE INDEX unmatched_reports_resolver ON unmatched_reports (resolved_by);

-- ---------------------------------------------------------------- the sandbox's own books

CREATE TABLE sandbox_refunds (
  refund_id bigint PRIMARY KEY,
  payment_ref text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  outcome text NOT NULL CHECK (outcome IN ('pending', 'succeeded', 'failed')),
  completes_at timestamptz,                    -- a slow one: when it succeeds
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_refunds_payment ON sandbox_refunds (payment_ref);

CREATE TABLE sandbox_disputes (
  payment_ref text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('opened', 'won', 'lost'))
);

-- Reports of refunds and disputes, sent until they are accepted.
CREATE TABLE sandbox_events (
  id uuid PRIMARY KEY,
  body text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_events_due ON sandbox_events (retry_at);
