-- A search looks in the words of one language and of English, and in descriptions too. Every word
-- is kept with its language before it: "en/fox de/fuchs". It is made by the program, so the rows
-- that are there get theirs after the start (api/catalog/searchable.ts); until then, as for any
-- row whose texts change, search_vector is NULL.
DROP INDEX products_search;
DROP TRIGGER collect_words_added ON products;
DROP TRIGGER collect_words_changed ON products;
DROP FUNCTION collect_search_words;
ALTER TABLE products
  DROP COLUMN search_text,
  ADD COLUMN motifs jsonb NOT NULL DEFAULT '{}', -- {"en": ["Lighthouse", "Sea"], ...}: what is seen
  ADD COLUMN title_words jsonb,      -- {"en": " the fox", ...}: how well a title matches
  ADD COLUMN search_vector tsvector; -- {en/the, en/fox, ...}: titles, descriptions, motifs, styles, category
CREATE INDEX products_search ON products USING gin (search_vector);
CREATE INDEX products_unsearchable ON products (id) WHERE search_vector IS NULL;

-- Searches read many rows but few texts: what is long lies apart, what ranks does not. How
-- common a word is stays unknown on purpose: the index is then always taken, and rightly so, as
-- reading the words of a row costs many times what the planner reckons.
ALTER TABLE products SET (toast_tuple_target = 512);
ALTER TABLE products ALTER COLUMN title_words SET STORAGE PLAIN;
ALTER TABLE products ALTER COLUMN search_vector SET STATISTICS 0;

CREATE FUNCTION forget_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_vector := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_search_words BEFORE UPDATE OF titles, descriptions, motifs, category_id ON products
  FOR EACH ROW EXECUTE FUNCTION forget_search_words();

DROP TABLE search_words;
CREATE TABLE search_words (locale text, word text, PRIMARY KEY (locale, word));
CREATE INDEX search_words_alike ON search_words USING gin (word gin_trgm_ops);
