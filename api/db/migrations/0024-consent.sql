-- Delivery begins with express consent only (Directive 2011/83/EU Art. 16(m), domain/withdrawal.ts):
-- when it was given, and which version of the text in which language (api/purchases/consents).

ALTER TABLE orders
  ADD COLUMN consented_at timestamptz,
  ADD COLUMN consent_version text,
  ADD COLUMN consent_locale text,
  -- Orders from before were delivered at once: nobody was asked, so none of them is locked now.
  ADD COLUMN predates_consent boolean NOT NULL DEFAULT true,
  ADD CHECK ((consented_at IS NULL) = (consent_version IS NULL));
ALTER TABLE orders ALTER COLUMN predates_consent SET DEFAULT false;
