-- No release reads or writes the titles of search documents since 0063: what remained of them was for
-- the release before that, and goes now.
--
-- One table is locked, briefly: no row is rewritten or read. Who has it locked already waits for
-- nothing that this holds, so they cannot wait for each other.
LOCK TABLE search_documents IN ACCESS EXCLUSIVE MODE;
DROP TRIGGER take_first_words ON search_documents;
DROP FUNCTION take_first_words();
DROP FUNCTION first_word_terms(jsonb);
ALTER TABLE search_documents DROP COLUMN title_words;
