-- Cards that payouts need no more, until their providers have deleted them too. From `due_at` on a
-- job tries that. Of a visit that was not used there is the page where a card may have been entered,
-- or may be until a while after `expires_at`, else the token; `user_id` is whom it was encrypted for,
-- and may be nobody any more.
CREATE TABLE unowned_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  provider_ref text,
  expires_at timestamptz,
  user_id bigint,
  token_sealed bytea,
  due_at timestamptz NOT NULL,
  CHECK (num_nonnulls(provider_ref, token_sealed) = 1),
  CHECK (num_nonnulls(provider_ref, expires_at) IN (0, 2)),
  CHECK (num_nonnulls(user_id, token_sealed) IN (0, 2))
);
CREATE INDEX unowned_cards_due ON unowned_cards (due_at, id);
