-- Best matches are ranked by terms alone: that a title begins with a word is one too ("en^fox"). So
-- a row needs no titles, and a page of the table has ten times as many rows.

-- The release before still reads and writes `title_words`; a later one drops it, with this trigger.
ALTER TABLE search_documents ALTER COLUMN title_words SET DEFAULT '{}';
CREATE FUNCTION take_first_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.terms := NEW.terms || array_to_tsvector(ARRAY(
    SELECT locale || '^' || split_part(ltrim(words), ' ', 1)
    FROM jsonb_each_text(NEW.title_words) AS title (locale, words) WHERE ltrim(words) <> ''));
  NEW.title_words := '{}';
  RETURN NEW;
END $$;
CREATE TRIGGER take_first_words BEFORE INSERT ON search_documents
  FOR EACH ROW WHEN (NEW.title_words <> '{}') EXECUTE FUNCTION take_first_words();

-- The job that follows renamed categories reads all products again, the newest first.
INSERT INTO search_renames (category_id) SELECT id FROM categories
ON CONFLICT (category_id, style_id) DO UPDATE SET products_below = EXCLUDED.products_below;
