-- What a deposit was made to buy, and the address that a member need not type again (spec §2, §5).

CREATE TABLE purchase_intents (
  deposit_id bigint PRIMARY KEY REFERENCES deposits,
  product_id bigint NOT NULL REFERENCES products,
  -- The price that the buyer saw: another one is never charged by itself.
  price_cents bigint NOT NULL CHECK (price_cents > 0),
  -- To be bought as soon as the deposit is paid; else only named to the buyer.
  buys_itself boolean NOT NULL,
  consented_at timestamptz,
  consent_version text,
  consent_locale text,
  -- When the purchase was tried, and why it was not made.
  tried_at timestamptz,
  failure text,
  CHECK ((consented_at IS NULL) = (consent_version IS NULL))
);
CREATE INDEX purchase_intents_waiting ON purchase_intents (deposit_id)
  WHERE buys_itself AND tried_at IS NULL;

ALTER TABLE users
  ADD COLUMN address text,
  ADD COLUMN city text,
  ADD COLUMN post_code text,
  ADD COLUMN country text,
  ADD CONSTRAINT deleted_user_has_no_address CHECK (deleted_at IS NULL OR (
    address IS NULL AND city IS NULL AND post_code IS NULL AND country IS NULL));
