-- What the staff's screens of orders, deposits and disputes show, and decisions of theirs that nothing
-- recorded until now (spec §4).

-- ---------------------------------------------------------------- downloads of orders

CREATE TABLE order_downloads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  user_id bigint NOT NULL REFERENCES users,
  format text NOT NULL,
  size text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX order_downloads_order ON order_downloads (order_id, id);
CREATE INDEX order_downloads_user ON order_downloads (user_id);

-- ---------------------------------------------------------------- mails about money

-- A mail itself is deleted once it is sent; that it was sent stays with what it is about.
CREATE TABLE mail_records (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mail_id bigint NOT NULL UNIQUE,
  order_id bigint REFERENCES orders,
  deposit_id bigint REFERENCES deposits,
  subject text NOT NULL,
  queued_at timestamptz NOT NULL,
  sent_at timestamptz,
  gave_up_at timestamptz,
  CHECK (num_nonnulls(order_id, deposit_id) = 1)
);
CREATE INDEX mail_records_order ON mail_records (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX mail_records_deposit ON mail_records (deposit_id) WHERE deposit_id IS NOT NULL;

-- ---------------------------------------------------------------- deposits

-- Which deposit a report changed, and how.
ALTER TABLE webhook_events
  ADD COLUMN deposit_id bigint REFERENCES deposits,
  ADD COLUMN outcome text;
CREATE INDEX webhook_events_deposit ON webhook_events (deposit_id) WHERE deposit_id IS NOT NULL;

-- Deposits that a person settled, because no report came: once each, with what it is known from.
CREATE TABLE deposit_settlements (
  deposit_id bigint PRIMARY KEY REFERENCES deposits,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  evidence text NOT NULL,
  -- What the provider said when it was asked just before.
  provider_said text NOT NULL CHECK (provider_said IN ('pending', 'different', 'unknown', 'unreachable')),
  created_at timestamptz NOT NULL
);
CREATE INDEX deposit_settlements_actor ON deposit_settlements (actor_id);
CREATE TRIGGER deposit_settlements_append_only BEFORE DELETE OR TRUNCATE ON deposit_settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE unmatched_reports ADD COLUMN deposit_id bigint REFERENCES deposits;
CREATE INDEX unmatched_reports_deposit ON unmatched_reports (deposit_id)
  WHERE deposit_id IS NOT NULL;

ALTER TABLE disputes
  ADD COLUMN evidence text,
  ADD COLUMN closed_by bigint REFERENCES users ON DELETE SET NULL;
CREATE INDEX disputes_closer ON disputes (closed_by) WHERE closed_by IS NOT NULL;

-- ---------------------------------------------------------------- search

CREATE INDEX users_email_prefix ON users (email text_pattern_ops);
CREATE INDEX products_slug_prefix ON products (slug text_pattern_ops);
CREATE INDEX orders_refunded ON orders (id) WHERE refunded_at IS NOT NULL;
CREATE INDEX orders_waiting ON orders (id)
  WHERE refunded_at IS NULL AND consented_at IS NULL AND NOT predates_consent;
CREATE INDEX deposits_status ON deposits (status, id);
CREATE INDEX deposits_review ON deposits (id) WHERE needs_review IS NOT NULL;
