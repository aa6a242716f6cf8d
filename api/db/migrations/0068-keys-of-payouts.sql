-- What a payout is named at the bank or its provider beside its id, as deposits and refunds are (0067):
-- after a restore from a backup ids come again. Drafted with the row, and taken over when it is put into
-- a file or sent to a provider by a release that knows of it; null: named by the id alone.
ALTER TABLE payouts
  ADD COLUMN drafted_key uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN provider_key uuid;

-- The reference in bank files and statements: at most 35 characters, and short enough to be typed.
ALTER TABLE payouts ADD COLUMN end_to_end_id text NOT NULL GENERATED ALWAYS AS
  ('PAYOUT-' || id::text || coalesce('-' || upper(left(provider_key::text, 8)), '')) STORED;
