-- The vocabulary by language: a search reads the words of two of eleven, whose trigrams alone are
-- compared with what was typed. By hash, so that the schema need not know the languages.

-- Searches go on meanwhile; only the job that learns words waits.
LOCK TABLE search_words IN SHARE MODE;
CREATE TABLE search_words_by_language (
  locale text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (locale, word)
) PARTITION BY HASH (locale);
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE search_words_%s PARTITION OF search_words_by_language
      FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END $$;
INSERT INTO search_words_by_language SELECT locale, word FROM search_words;
CREATE INDEX search_words_by_language_alike ON search_words_by_language USING gin (word gin_trgm_ops);

DROP TABLE search_words;
ALTER TABLE search_words_by_language RENAME TO search_words;
ALTER INDEX search_words_by_language_pkey RENAME TO search_words_pkey;
ALTER INDEX search_words_by_language_alike RENAME TO search_words_alike;
