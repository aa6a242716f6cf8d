-- An address that waits for its owner to confirm it (spec §2 email/verify): the account's own, or the one
-- that is to replace it. One for each user: only the newest address can be confirmed.
CREATE TABLE email_verifications (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  -- Registered while addresses had to be confirmed: welcomed once this one is.
  is_new_account boolean NOT NULL DEFAULT false,
  mailed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- The number by which the sender of a message and the staff speak of it.
ALTER TABLE contact_messages ADD COLUMN reference text UNIQUE CHECK (length(reference) <= 20);
