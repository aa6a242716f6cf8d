-- Counts the changes of the vocabulary: a process that remembers what it says of a word sees, in the
-- statement that searches, whether that is still so. In the same transaction as the words.
CREATE TABLE search_vocabulary (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO search_vocabulary DEFAULT VALUES;

CREATE FUNCTION count_new_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_words) THEN
    UPDATE search_vocabulary SET version = version + 1;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_words AFTER INSERT ON search_words
  REFERENCING NEW TABLE AS new_words FOR EACH STATEMENT EXECUTE FUNCTION count_new_words();

CREATE FUNCTION count_changed_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE search_vocabulary SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER count_changed_words AFTER UPDATE OR DELETE OR TRUNCATE ON search_words
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_words();
