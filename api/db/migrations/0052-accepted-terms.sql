-- What was accepted with an account: the terms as they were then, in which language, and the age that the
-- same tick confirmed (the terms, 2). Null for accounts of before, and for those that the team made.
ALTER TABLE users
  ADD COLUMN terms_accepted_at timestamptz,
  ADD COLUMN terms_locale text,
  ADD COLUMN terms_age_years smallint,
  ADD CONSTRAINT users_terms_whole
    CHECK (num_nulls(terms_accepted_at, terms_locale, terms_age_years) IN (0, 3));
