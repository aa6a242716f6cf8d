-- Networks from which somebody signed in successfully: while an account is under attack, they keep a
-- budget of their own (docs/decisions/0016). Only keyed hashes: a leaked table names no address.
CREATE TABLE known_networks (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  network_hash bytea NOT NULL CHECK (length(network_hash) = 32),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, network_hash)
);
CREATE INDEX known_networks_expire ON known_networks (expires_at);
