-- The foundation: people, catalogue, the ledger, deposits, orders.
-- Money is BIGINT minor units. Prices and wallets: internal currency. Deposits: EUR.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- ---------------------------------------------------------------- people

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'staff')),
  name text,
  surname text,
  phone text,
  locale text,
  email_verified_at timestamptz,
  verification_status text NOT NULL DEFAULT 'none'
    CHECK (verification_status IN ('none', 'in_progress', 'approved', 'rejected')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Only the hash of a session's id is here: a leaked table opens no session.
CREATE TABLE sessions (
  id_hash bytea PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  csrf_token text NOT NULL,
  is_remembered boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE UNLOGGED TABLE rate_limits (
  bucket text PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);

-- ---------------------------------------------------------------- site

CREATE TABLE settings (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  is_reg_enabled boolean NOT NULL DEFAULT true,
  is_email_verification_enabled boolean NOT NULL DEFAULT false,
  internal_currency_name text NOT NULL DEFAULT 'Credits',
  internal_currency_image text,
  formats text[] NOT NULL DEFAULT '{jpg,png,webp}',
  sizes text[] NOT NULL DEFAULT '{1024x1024,512x512}',
  eur_rate_basis_points integer NOT NULL DEFAULT 10000 CHECK (eur_rate_basis_points > 0),
  company_name text NOT NULL DEFAULT 'Promptory',
  company_reg_number text,
  company_address text,
  support_email text,
  company_phone text,
  copyright text
);
INSERT INTO settings DEFAULT VALUES;

-- ---------------------------------------------------------------- catalogue

CREATE TABLE categories (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  position integer NOT NULL DEFAULT 0,
  names jsonb NOT NULL DEFAULT '{}'          -- {"en": "Landscapes", "de": "Landschaften"}
);

CREATE TABLE styles (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  position integer NOT NULL DEFAULT 0,
  names jsonb NOT NULL DEFAULT '{}',
  picture_hash text
);

-- A stored original, named by its content; renditions are made from it and carry no metadata.
CREATE TABLE pictures (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  width_px integer NOT NULL,
  height_px integer NOT NULL,
  color text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE styles ADD FOREIGN KEY (picture_hash) REFERENCES pictures;

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category_id bigint NOT NULL REFERENCES categories,
  titles jsonb NOT NULL,                       -- {"en": ..., "de": ...}
  descriptions jsonb NOT NULL DEFAULT '{}',
  prompt text NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents > 0),
  picture_hash text REFERENCES pictures,
  status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'published', 'withdrawn')),
  is_featured boolean NOT NULL DEFAULT false,
  is_hero boolean NOT NULL DEFAULT false,
  sales_count integer NOT NULL DEFAULT 0,
  published_at timestamptz NOT NULL DEFAULT now(),
  search_text text NOT NULL DEFAULT ''         -- titles, style and category names, unaccented
);
CREATE TABLE product_styles (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  style_id bigint NOT NULL REFERENCES styles,
  position smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (product_id, style_id)
);
CREATE INDEX product_styles_style ON product_styles (style_id, product_id);

-- One index per order of the list; `id` breaks ties so that pages never overlap.
CREATE INDEX products_newest ON products (published_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX products_price ON products (price_cents, id) WHERE status = 'published';
CREATE INDEX products_sales ON products (sales_count DESC, id DESC) WHERE status = 'published';
CREATE INDEX products_category
  ON products (category_id, published_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX products_featured
  ON products (published_at DESC, id DESC) WHERE status = 'published' AND is_featured;
CREATE INDEX products_hero
  ON products (published_at DESC, id DESC) WHERE status = 'published' AND is_hero;
CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);

-- ---------------------------------------------------------------- the ledger

-- A user's accounts keep a materialised balance, written by the postings' trigger and nothing else.
-- House accounts are the outside of the wallet; their balance is the sum of their postings.
CREATE TABLE ledger_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL
    CHECK (kind IN ('wallet', 'provider_clearing', 'revenue', 'promotion', 'suspense')),
  user_id bigint REFERENCES users,
  balance_cents bigint NOT NULL DEFAULT 0,
  CHECK ((kind = 'wallet') = (user_id IS NOT NULL)),
  CONSTRAINT wallet_never_negative CHECK (kind <> 'wallet' OR balance_cents >= 0)
);
CREATE UNIQUE INDEX ledger_accounts_user ON ledger_accounts (kind, user_id)
  WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_accounts_house ON ledger_accounts (kind) WHERE user_id IS NULL;
INSERT INTO ledger_accounts (kind) VALUES
  ('provider_clearing'), ('revenue'), ('promotion'), ('suspense');

-- (kind, source_id) is what makes money move once, whoever reports it and however often.
CREATE TABLE ledger_transactions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('deposit', 'order', 'grant')),
  source_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, source_id)
);

CREATE TABLE ledger_postings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES ledger_transactions,
  source_account_id bigint NOT NULL REFERENCES ledger_accounts,
  destination_account_id bigint NOT NULL REFERENCES ledger_accounts,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  CHECK (source_account_id <> destination_account_id)
);
CREATE INDEX ledger_postings_transaction ON ledger_postings (transaction_id);
CREATE INDEX ledger_postings_source ON ledger_postings (source_account_id);
CREATE INDEX ledger_postings_destination ON ledger_postings (destination_account_id);

CREATE FUNCTION apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- House rows are left alone: one hot row would make every sale wait for every other.
  UPDATE ledger_accounts SET balance_cents = balance_cents - NEW.amount_cents
    WHERE id = NEW.source_account_id AND user_id IS NOT NULL;
  UPDATE ledger_accounts SET balance_cents = balance_cents + NEW.amount_cents
    WHERE id = NEW.destination_account_id AND user_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_posting AFTER INSERT ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION apply_posting();

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'raise_exception';
END $$;
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A balance changes by a posting (from inside its trigger) or not at all.
CREATE FUNCTION refuse_balance_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance_cents <> OLD.balance_cents AND pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'a balance is what the postings say' USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_accounts_balance_guard BEFORE UPDATE ON ledger_accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_balance_edit();

-- ---------------------------------------------------------------- deposits

CREATE TABLE deposits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operation_id uuid NOT NULL,
  body_hash text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL DEFAULT 'EUR',
  internal_amount_cents bigint NOT NULL CHECK (internal_amount_cents > 0),
  method text NOT NULL CHECK (method IN ('card', 'sepa')),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'success', 'failed', 'expired')),
  error_message text,
  needs_review text,                           -- why a person must look (amount differs, ...)
  provider text NOT NULL,
  provider_ref text UNIQUE,
  redirect_url text,
  contact jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  UNIQUE (user_id, operation_id)
);
CREATE INDEX deposits_user ON deposits (user_id, id DESC);
CREATE INDEX deposits_pending ON deposits (created_at) WHERE status = 'pending';

CREATE TABLE webhook_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, event_id)
);

-- The sandbox provider's own books, as if they lay at a payment company.
CREATE TABLE sandbox_payments (
  token_hash bytea PRIMARY KEY,
  ref text NOT NULL UNIQUE,
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  method text NOT NULL,
  description text NOT NULL,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  status text NOT NULL DEFAULT 'open'
    CHECK (status IN ('open', 'pending', 'paid', 'failed', 'canceled', 'expired')),
  pays_at timestamptz,                         -- "Pay later": when the pending money arrives
  reported_at timestamptz,                     -- when the webhook about the status was accepted
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sandbox_payments_unreported ON sandbox_payments (created_at)
  WHERE reported_at IS NULL;

-- ---------------------------------------------------------------- orders

-- The snapshot is what was sold; it stays as it was when the product changes or goes.
CREATE TABLE orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  product_id bigint NOT NULL REFERENCES products,
  slug text NOT NULL,
  titles jsonb NOT NULL,
  price_cents bigint NOT NULL CHECK (price_cents > 0),
  currency text NOT NULL,
  prompt text NOT NULL,
  licence text NOT NULL,
  picture_hash text NOT NULL REFERENCES pictures,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, product_id)
);
CREATE INDEX orders_user ON orders (user_id, id DESC);
CREATE INDEX orders_product ON orders (product_id);
