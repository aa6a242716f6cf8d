-- Pending deposits that a person ended, because another amount was paid and is refunded at the
-- provider: once each, with what it is known from (docs/decisions/0035).
CREATE TABLE deposit_endings (
  deposit_id bigint PRIMARY KEY REFERENCES deposits,
  actor_id bigint REFERENCES users ON DELETE SET NULL,
  evidence text NOT NULL,
  -- Why it was reviewed: the same is not reviewed once more.
  review text NOT NULL,
  -- What the provider said when it was asked just before.
  provider_said text NOT NULL CHECK (provider_said IN ('pending', 'different', 'unknown', 'unreachable')),
  created_at timestamptz NOT NULL
);
CREATE INDEX deposit_endings_actor ON deposit_endings (actor_id);
CREATE TRIGGER deposit_endings_append_only BEFORE DELETE OR TRUNCATE ON deposit_endings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
