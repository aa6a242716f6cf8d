-- Every word that products are found by. A misspelt one is looked up here, among thousands of
-- words, and not in the texts of a million products.
CREATE TABLE search_words (word text PRIMARY KEY);
CREATE INDEX search_words_alike ON search_words USING gin (word gin_trgm_ops);

CREATE FUNCTION collect_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One condition inside the other: where rows are new there are no old ones to ask about.
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT 1 FROM new_rows JOIN old_rows USING (id)
      WHERE new_rows.search_text <> old_rows.search_text) THEN
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO search_words
  SELECT DISTINCT word FROM new_rows, string_to_table(search_text, ' ') AS word
  WHERE length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$'
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER collect_words_added AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION collect_search_words();
CREATE TRIGGER collect_words_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION collect_search_words();

INSERT INTO search_words
SELECT DISTINCT word FROM products, string_to_table(search_text, ' ') AS word
WHERE length(word) BETWEEN 3 AND 40 AND word !~ '^[0-9]+$';
