-- Offers: what people made and offer to the house, and what the team answers. Prices: EUR cents.

CREATE TABLE offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users,
  operation_id uuid,                           -- made by the form; a caller may have none
  body_hash text NOT NULL,                     -- of fields and file: the same operation, the same body
  locale text NOT NULL,                        -- the language that the person is written to in
  title text NOT NULL,
  description text,
  add_text text,
  category_id bigint NOT NULL REFERENCES categories,
  user_price_cents bigint NOT NULL CHECK (user_price_cents > 0),
  service_price_cents bigint CHECK (service_price_cents > 0),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN
    ('pending', 'offer', 'approved', 'declined_by_service', 'declined_by_user')),
  version integer NOT NULL DEFAULT 0,          -- counts the team's answers
  message text,
  answered_at timestamptz,
  answered_by bigint REFERENCES users ON DELETE SET NULL,
  contact jsonb,                               -- as given with the acceptance
  decided_at timestamptz,                      -- when the owner accepted or declined
  file_key text,                               -- the folder of the original and of what is shown
  file_format text CHECK (file_format IN ('jpg', 'png', 'gif')),
  shown_format text CHECK (shown_format IN ('jpg', 'png')),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, operation_id),
  UNIQUE (id, service_price_cents),            -- for payouts: they pay this price and no other
  CHECK (num_nulls(file_key, file_format, shown_format) IN (0, 3)),
  CHECK ((status = 'pending') = (answered_at IS NULL)),
  CHECK ((status IN ('offer', 'approved', 'declined_by_user')) = (service_price_cents IS NOT NULL)),
  CHECK ((status IN ('approved', 'declined_by_user')) = (decided_at IS NOT NULL)),
  CHECK ((status = 'approved') = (contact IS NOT NULL))
);
CREATE INDEX offers_user ON offers (user_id, id DESC);
CREATE INDEX offers_status ON offers (status, created_at, id);
CREATE INDEX offers_queue ON offers (created_at, id);
CREATE INDEX offers_category ON offers (category_id);
CREATE INDEX offers_answered_by ON offers (answered_by);

CREATE TABLE offer_styles (
  offer_id bigint NOT NULL REFERENCES offers,
  style_id bigint NOT NULL REFERENCES styles,
  position smallint NOT NULL,
  PRIMARY KEY (offer_id, style_id)
);
CREATE INDEX offer_styles_style ON offer_styles (style_id);

-- I13: what was accepted or declined stays so, at the price that it had.
CREATE FUNCTION keep_decided_offer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('approved', 'declined_by_service', 'declined_by_user')
    AND (NEW.status, NEW.service_price_cents) IS DISTINCT FROM (OLD.status, OLD.service_price_cents)
  THEN
    RAISE EXCEPTION 'offer % is decided', OLD.id USING ERRCODE = 'raise_exception';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER offers_decided_stay BEFORE UPDATE ON offers
  FOR EACH ROW EXECUTE FUNCTION keep_decided_offer();
