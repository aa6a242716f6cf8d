-- Best matches are ranked by terms alone: that a title begins with a word is one too ("en^fox"). So
-- a row needs no titles, and a page of the table has ten times as many rows.

-- All documents are made anew beside the old ones. For a million that takes minutes, in which
-- searches and sales go on; to index them one by one would take hours. What changes meanwhile is
-- taken over at the end, within seconds.
SET LOCAL maintenance_work_mem = '256MB';

CREATE TABLE next_search_documents (
  product_id bigint NOT NULL,
  tier smallint NOT NULL,
  price_cents bigint NOT NULL,
  sales_count integer NOT NULL,
  published_at timestamptz NOT NULL,
  -- For the release before, which still reads it (and ranks by sales where it is empty) and writes
  -- it; a later one drops it.
  title_words jsonb NOT NULL DEFAULT '{}',
  -- {en/fox, en=fox, en^fox, s/12, c/3}: all words; those of titles once more; the first of each
  -- title again; styles and the category
  terms tsvector NOT NULL,
  PRIMARY KEY (product_id, tier)
) PARTITION BY LIST (tier);
ALTER TABLE next_search_documents ALTER COLUMN terms SET STATISTICS 0;
DO $$
BEGIN
  FOR tier IN 0..4 LOOP
    EXECUTE format('CREATE TABLE next_search_documents_%s PARTITION OF next_search_documents
      FOR VALUES IN (%s) WITH (toast_tuple_target = 128, fillfactor = 90)', tier, tier);
  END LOOP;
END $$;

CREATE FUNCTION first_word_terms(title_words jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE
  RETURN (SELECT array_to_tsvector(coalesce(
      array_agg(locale || '^' || split_part(ltrim(words), ' ', 1)), '{}'))
    FROM jsonb_each_text(title_words) AS title (locale, words) WHERE ltrim(words) <> '');

-- Rows of this transaction or later are changes since.
SELECT set_config('promptory.copied_at', pg_snapshot_xmin(pg_current_snapshot())::text, true);
INSERT INTO next_search_documents
  (product_id, tier, price_cents, sales_count, published_at, terms)
SELECT product_id, tier, price_cents, sales_count, published_at, terms || first_word_terms(title_words)
FROM search_documents;
CREATE INDEX next_search_documents_terms ON next_search_documents USING gin (terms);
CREATE INDEX next_search_documents_newest ON next_search_documents (published_at DESC, product_id DESC);
CREATE INDEX next_search_documents_price ON next_search_documents (price_cents, product_id);

-- In the order in which sales take them. The job that reads products locks their rows, then writes
-- documents, then products: it has to end first, or each would wait for the other.
LOCK TABLE products IN EXCLUSIVE MODE;
LOCK TABLE search_documents IN ACCESS EXCLUSIVE MODE;
DELETE FROM next_search_documents n WHERE NOT EXISTS (
  SELECT FROM search_documents d WHERE d.product_id = n.product_id AND d.tier = n.tier
    AND age(d.xmin) > age(current_setting('promptory.copied_at')::xid8::xid));
INSERT INTO next_search_documents
  (product_id, tier, price_cents, sales_count, published_at, terms)
SELECT product_id, tier, price_cents, sales_count, published_at, terms || first_word_terms(title_words)
FROM search_documents d
WHERE NOT EXISTS (SELECT FROM next_search_documents n WHERE n.product_id = d.product_id);
DROP TABLE search_documents;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT relname AS name, substr(relname, 6) AS new_name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relname LIKE 'next!_search!_documents%' ESCAPE '!'
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', one.name, one.new_name);
  END LOOP;
  -- Those of NOT NULL, which have names since Postgres 18.
  FOR one IN SELECT conname AS name, substr(conname, 6) AS new_name FROM pg_constraint
    WHERE conrelid = 'search_documents'::regclass AND conname LIKE 'next!_%' ESCAPE '!'
  LOOP
    EXECUTE format('ALTER TABLE search_documents RENAME CONSTRAINT %I TO %I', one.name, one.new_name);
  END LOOP;
END $$;
ALTER TABLE search_documents ADD FOREIGN KEY (product_id) REFERENCES products ON DELETE CASCADE;

CREATE FUNCTION take_first_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.terms := NEW.terms || first_word_terms(NEW.title_words);
  NEW.title_words := '{}';
  RETURN NEW;
END $$;
CREATE TRIGGER take_first_words BEFORE INSERT ON search_documents
  FOR EACH ROW WHEN (NEW.title_words <> '{}') EXECUTE FUNCTION take_first_words();
