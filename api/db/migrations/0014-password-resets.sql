-- "Forgot password" (spec §2). A request is noted for any address, known or not, so that asking tells
-- nothing about who has an account; the background looks it up, answers by mail and forgets it.
CREATE TABLE password_reset_requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL CHECK (length(email) <= 254),
  locale text NOT NULL,
  created_at timestamptz NOT NULL
);

-- One for each user; only the token's hash is here: a leaked table sets no password.
CREATE TABLE password_resets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);
