-- The key of the hashes of payouts' accounts (0097), encrypted with SESSION_SECRET. Derived from
-- that secret itself, a new one would make sums by account begin again.
CREATE TABLE account_hash_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_sealed bytea NOT NULL
);
