-- The vocabulary by language: a search reads the words of two of eleven, whose trigrams alone are
-- compared with what was typed. By hash, so that the schema need not know the languages.
ALTER TABLE search_words RENAME TO search_words_together;
ALTER INDEX search_words_pkey RENAME TO search_words_together_pkey;
DROP INDEX search_words_alike;
CREATE TABLE search_words (
  locale text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (locale, word)
) PARTITION BY HASH (locale);
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE search_words_%s PARTITION OF search_words
      FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
  END LOOP;
END $$;
INSERT INTO search_words SELECT locale, word FROM search_words_together;
DROP TABLE search_words_together;
CREATE INDEX search_words_alike ON search_words USING gin (word gin_trgm_ops);
