-- Several payment providers at once: each numbers its payments by itself, so a reference is unique
-- with its provider only. The reference comes first, for replicas of the release before.
ALTER TABLE deposits
  ADD CONSTRAINT deposits_provider_ref_of_provider UNIQUE (provider_ref, provider),
  DROP CONSTRAINT deposits_provider_ref_key;
