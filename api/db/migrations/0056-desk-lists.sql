-- What the staff's lists of orders, deposits, offers and verifications are sorted and searched by.
CREATE INDEX orders_price ON orders (price_cents, id);
CREATE INDEX deposits_amount ON deposits (amount_cents, id);
CREATE INDEX offers_price ON offers (status, user_price_cents, id);
CREATE INDEX offers_title ON offers USING gin (lower(title) gin_trgm_ops);
CREATE INDEX verifications_status ON verifications (status, created_at, id);
CREATE INDEX verifications_last_decided ON verifications (status, decided_at, id);
CREATE INDEX verifications_name ON verifications USING gin (lower(full_name) gin_trgm_ops);

-- ---------------------------------------------------------------- saved views

-- A list's filter under a name of a staff member's own.
CREATE TABLE saved_views (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (user_id, list, lower(name));
