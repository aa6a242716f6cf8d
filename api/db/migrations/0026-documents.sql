-- Documents for money: what they say of us, of business buyers and of VAT, and the documents, which
-- never change once they are issued (docs/decisions/0036).

-- ---------------------------------------------------------------- who invoices

-- Nobody may charge VAT without a VAT ID: until the operator states one, the shop is exempt.
ALTER TABLE settings
  ADD COLUMN company_country text CHECK (company_country ~ '^[A-Z]{2}$'),
  ADD COLUMN company_vat_id text,
  ADD COLUMN is_vat_exempt boolean NOT NULL DEFAULT true,
  ADD CONSTRAINT vat_needs_a_vat_id CHECK (
    is_vat_exempt OR (company_vat_id IS NOT NULL AND company_country IS NOT NULL));

-- ---------------------------------------------------------------- VAT rates

-- Standard rates of the member states, each from its first day on. A new rate is a new row.
CREATE TABLE vat_rates (
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  valid_from date NOT NULL,
  rate_basis_points integer NOT NULL CHECK (rate_basis_points BETWEEN 0 AND 5000),
  PRIMARY KEY (country, valid_from)
);
INSERT INTO vat_rates (country, valid_from, rate_basis_points) VALUES
  ('AT', '1984-01-01', 2000), ('BE', '1996-01-01', 2100), ('BG', '1999-01-01', 2000),
  ('CY', '2014-01-13', 1900), ('CZ', '2013-01-01', 2100), ('DE', '2021-01-01', 1900),
  ('DK', '1992-01-01', 2500), ('EE', '2024-01-01', 2200), ('EE', '2025-07-01', 2400),
  ('ES', '2012-09-01', 2100), ('FI', '2013-01-01', 2400), ('FI', '2024-09-01', 2550),
  ('FR', '2014-01-01', 2000), ('GR', '2016-06-01', 2400), ('HR', '2012-03-01', 2500),
  ('HU', '2012-01-01', 2700), ('IE', '2021-03-01', 2300), ('IT', '2013-10-01', 2200),
  ('LT', '2009-09-01', 2100), ('LU', '2024-01-01', 1700), ('LV', '2012-07-01', 2100),
  ('MT', '2004-01-01', 1800), ('NL', '2012-10-01', 2100), ('PL', '2011-01-01', 2300),
  ('PT', '2011-01-01', 2300), ('RO', '2017-01-01', 1900), ('RO', '2025-08-01', 2100),
  ('SE', '1990-07-01', 2500), ('SI', '2013-07-01', 2200), ('SK', '2011-01-01', 2000),
  ('SK', '2025-01-01', 2300);

-- ---------------------------------------------------------------- business buyers

CREATE TABLE billing_details (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_name text NOT NULL,
  vat_id text,
  updated_at timestamptz NOT NULL
);

-- ---------------------------------------------------------------- documents

-- The last number of a series in a year. Its row is locked until the document is there or the
-- transaction undone: so numbers have no gaps.
CREATE TABLE document_series (
  series text NOT NULL,
  year integer NOT NULL,
  last_number integer NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (series, year)
);

-- `data` is for accountants and programs, `sheet` the texts and amounts as they were printed.
CREATE TABLE documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN
    ('order_confirmation', 'invoice', 'credit_note', 'deposit_receipt', 'self_billing')),
  number text NOT NULL UNIQUE,
  series text,
  year integer,
  sequence integer,
  user_id bigint NOT NULL REFERENCES users,
  -- What it is about, and by which it is found; a credit note is about a refund of an order.
  source_id bigint NOT NULL,
  order_id bigint REFERENCES orders,
  deposit_id bigint REFERENCES deposits,
  payout_id bigint REFERENCES payouts,
  locale text NOT NULL,
  net_cents bigint NOT NULL,
  vat_cents bigint NOT NULL CHECK (vat_cents >= 0),
  gross_cents bigint NOT NULL CHECK (gross_cents > 0),
  data jsonb NOT NULL,
  sheet jsonb NOT NULL,
  issued_at timestamptz NOT NULL,
  UNIQUE (kind, source_id),
  UNIQUE (series, year, sequence),
  CHECK (net_cents + vat_cents = gross_cents),
  CHECK (num_nonnulls(series, year, sequence) IN (0, 3)),
  CHECK (num_nonnulls(order_id, deposit_id, payout_id) = 1)
);
CREATE INDEX documents_user ON documents (user_id);
CREATE INDEX documents_order ON documents (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX documents_deposit ON documents (deposit_id) WHERE deposit_id IS NOT NULL;
CREATE INDEX documents_payout ON documents (payout_id) WHERE payout_id IS NOT NULL;
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a mail brings along is made when it is sent.
ALTER TABLE mails ADD COLUMN document_ids bigint[] NOT NULL DEFAULT '{}';

-- The language of the receipt: a payment may arrive when nobody is there to be asked.
ALTER TABLE deposits ADD COLUMN locale text;
