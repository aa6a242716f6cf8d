-- Payouts to cards. The card is given on the payout provider's own page; of it we keep a token, the
-- brand, the last four digits and the expiry, never its number.

-- ---------------------------------------------------------------- the ledger

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN
    ('wallet', 'debt', 'provider_clearing', 'revenue', 'promotion', 'suspense',
     'design_purchases', 'payouts_payable', 'bank_out', 'card_out')),
  DROP COLUMN currency,
  ADD COLUMN currency text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN kind IN ('design_purchases', 'payouts_payable', 'bank_out', 'card_out')
      THEN 'EUR' ELSE 'internal' END) STORED;
-- What has left our account at the payout provider; `bank_out` is what the bank's statements say.
INSERT INTO ledger_accounts (kind) VALUES ('card_out');

-- ---------------------------------------------------------------- settings

-- "sepa" and "card", as sellers may choose; cards also need a provider (PAYOUT_PROVIDERS).
ALTER TABLE settings ADD COLUMN payout_methods text[] NOT NULL DEFAULT '{sepa}'
  CHECK (payout_methods <@ ARRAY['sepa', 'card'] AND cardinality(payout_methods) > 0);

-- ---------------------------------------------------------------- cards

-- A visit to the provider's page, and the card that was given there, once it is used.
CREATE TABLE payout_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  offer_id bigint REFERENCES offers ON DELETE SET NULL, -- a deleted account is erased in parts
  provider text NOT NULL,
  provider_ref text,                           -- the page's name there, once it exists
  state_hash bytea NOT NULL UNIQUE,            -- of what the address of the way back carries
  session_hash bytea NOT NULL,                 -- only this session may use it
  contact jsonb,                               -- as typed before; with the offer once it is used
  seen_version integer,                        -- what the seller looked at
  seen_price_cents bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,                         -- a visit counts once
  token_sealed bytea,                          -- removed with the account
  brand text,
  last4 text CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint CHECK (exp_month BETWEEN 1 AND 12),
  exp_year smallint CHECK (exp_year BETWEEN 2000 AND 2100),
  UNIQUE (provider, provider_ref),
  CHECK ((used_at IS NULL) = (brand IS NULL)),
  CHECK (num_nulls(brand, last4, exp_month, exp_year) IN (0, 4)),
  CHECK (used_at IS NULL OR (contact IS NULL AND offer_id IS NOT NULL)),
  CHECK (used_at IS NOT NULL OR token_sealed IS NULL)
);
CREATE INDEX payout_cards_user ON payout_cards (user_id);
CREATE INDEX payout_cards_offer ON payout_cards (offer_id);
CREATE INDEX payout_cards_unused ON payout_cards (expires_at) WHERE used_at IS NULL;

-- ---------------------------------------------------------------- payouts

ALTER TABLE payouts
  ADD COLUMN type text NOT NULL DEFAULT 'sepa' CHECK (type IN ('sepa', 'card')),
  ADD COLUMN card_id bigint UNIQUE REFERENCES payout_cards,
  ADD COLUMN provider text,
  ADD COLUMN failure text,                     -- why a transfer to a card failed
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz,               -- when the provider is asked (again)
  ALTER COLUMN iban_sealed DROP NOT NULL,
  ALTER COLUMN iban_masked DROP NOT NULL,
  DROP CONSTRAINT payouts_status_check,
  ADD CONSTRAINT payouts_status_check CHECK (status IN ('awaiting_verification', 'ready', 'exported',
    'sending', 'sent', 'settled', 'returned', 'unknown')),
  DROP CONSTRAINT payouts_check,
  ADD CONSTRAINT payouts_batch_check CHECK (CASE type
    WHEN 'sepa' THEN (status IN ('awaiting_verification', 'ready')) = (batch_id IS NULL)
    ELSE batch_id IS NULL END),
  ADD CONSTRAINT payouts_account_check CHECK (CASE type
    WHEN 'sepa' THEN num_nulls(iban_sealed, iban_masked) = 0 AND num_nonnulls(card_id, provider) = 0
      AND status <> 'sending'
    ELSE num_nonnulls(iban_sealed, iban_masked) = 0 AND num_nulls(card_id, provider) = 0
      AND status <> 'exported' END);
CREATE INDEX payouts_due ON payouts (due_at, id) WHERE type = 'card';

-- ---------------------------------------------------------------- the sandbox's own records

CREATE TABLE sandbox_cards (
  page_hash bytea PRIMARY KEY,
  ref text NOT NULL UNIQUE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  return_url text NOT NULL,
  cancel_url text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'given', 'canceled')),
  expires_at timestamptz NOT NULL,
  token text UNIQUE,
  brand text,
  last4 text CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month smallint,
  exp_year smallint,
  behavior text,                               -- what becomes of its transfers
  CHECK ((status = 'given') = (token IS NOT NULL)),
  CHECK (num_nulls(token, brand, last4, exp_month, exp_year, behavior) IN (0, 6))
);

CREATE TABLE sandbox_transfers (
  payout_id bigint PRIMARY KEY,
  token text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pending', 'sent', 'settled', 'failed', 'returned')),
  next_outcome text,
  next_at timestamptz,
  reported_at timestamptz,
  report_tries integer NOT NULL DEFAULT 0,
  report_after timestamptz,
  CHECK (num_nulls(next_outcome, next_at) IN (0, 2))
);
CREATE INDEX sandbox_transfers_unreported ON sandbox_transfers (report_after)
  WHERE reported_at IS NULL;

-- ---------------------------------------------------------------- deposits

-- Pending ones are asked about the less often the older they are.
ALTER TABLE deposits ADD COLUMN ask_at timestamptz;
