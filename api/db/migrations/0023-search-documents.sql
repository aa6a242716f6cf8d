-- What a search reads, apart from the products: a row for each published one, in tiers by its rank.
-- The first tier has the 4,000 that sell best, each further one four times as many. A search walks
-- them in this order and stops once it has found what a list can show, so a common word costs no
-- more than a rare one. Rows of a tier lie together: those that are read all the time stay in memory.

-- A product is in the first tier whose bound it reaches, by (sales_count, id). A job moves the bounds.
CREATE TABLE search_tiers (
  tier smallint PRIMARY KEY,
  sales_min integer NOT NULL,
  product_id_min bigint NOT NULL
);
INSERT INTO search_tiers
SELECT tier, coalesce(last.sales_count, 0), coalesce(last.id, 0)
FROM (VALUES (0, 4096), (1, 20480), (2, 86016), (3, 348160), (4, NULL)) AS given (tier, size)
LEFT JOIN LATERAL (
  SELECT sales_count, id FROM products WHERE status = 'published' AND size IS NOT NULL
  ORDER BY sales_count DESC, id DESC OFFSET size - 1 LIMIT 1) AS last ON true;

CREATE FUNCTION search_tier(sales integer, product_id bigint) RETURNS smallint
  LANGUAGE sql STABLE
  RETURN (SELECT min(tier) FROM search_tiers
    WHERE (sales, product_id) >= (sales_min, product_id_min));

CREATE TABLE search_documents (
  product_id bigint NOT NULL REFERENCES products ON DELETE CASCADE,
  tier smallint NOT NULL,
  price_cents bigint NOT NULL,
  sales_count integer NOT NULL,
  published_at timestamptz NOT NULL,
  title_words jsonb NOT NULL,  -- {"en": " the fox", ...}: how well a title matches
  -- {en/fox, en=fox, s/12, c/3}: all words; those of titles once more; styles and the category
  terms tsvector NOT NULL,
  PRIMARY KEY (product_id, tier)
) PARTITION BY LIST (tier);
-- How common a word is stays unknown on purpose: the index is then always taken, and rightly so.
ALTER TABLE search_documents
  ALTER COLUMN title_words SET STORAGE PLAIN,
  ALTER COLUMN terms SET STATISTICS 0;
DO $$
BEGIN
  FOR tier IN 0..4 LOOP
    EXECUTE format('CREATE TABLE search_documents_%s PARTITION OF search_documents
      FOR VALUES IN (%s) WITH (toast_tuple_target = 512, fillfactor = 90)', tier, tier);
  END LOOP;
END $$;

INSERT INTO search_documents
SELECT id, tier, price_cents, sales_count, published_at, title_words,
  search_vector || array_to_tsvector(ARRAY(
    SELECT locale || '=' || word
    FROM jsonb_each_text(title_words) AS title (locale, words), string_to_table(words, ' ') AS word
    WHERE word <> ''
    UNION SELECT 's/' || style_id FROM product_styles WHERE product_id = products.id
    UNION SELECT 'c/' || category_id))
FROM products CROSS JOIN LATERAL (SELECT search_tier(sales_count, id) AS tier) AS its
WHERE status = 'published' AND search_vector IS NOT NULL AND title_words IS NOT NULL;

CREATE INDEX search_documents_terms ON search_documents USING gin (terms);
CREATE INDEX search_documents_newest ON search_documents (published_at DESC, product_id DESC);
CREATE INDEX search_documents_price ON search_documents (price_cents, product_id);

-- `search_vector` remains as the mark of a product that is up to date: empty, or NULL for one that
-- the job has yet to read. Until then it is found by what it said before.
DROP INDEX products_search;
ALTER TABLE products DROP COLUMN title_words;
DROP TRIGGER forget_search_words ON products;
CREATE TRIGGER forget_search_words
  BEFORE UPDATE OF titles, descriptions, motifs, category_id, status ON products
  FOR EACH ROW EXECUTE FUNCTION forget_search_words();

-- Prices, sales and what is no longer for sale need no words: they change at once.
CREATE FUNCTION update_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'published' THEN
    UPDATE search_documents SET price_cents = NEW.price_cents, sales_count = NEW.sales_count,
      published_at = NEW.published_at, tier = search_tier(NEW.sales_count, NEW.id)
    WHERE product_id = NEW.id;
  ELSE
    DELETE FROM search_documents WHERE product_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER update_search_document
  AFTER UPDATE OF status, price_cents, sales_count, published_at ON products
  FOR EACH ROW
  WHEN ((OLD.status, OLD.price_cents, OLD.sales_count, OLD.published_at)
    IS DISTINCT FROM (NEW.status, NEW.price_cents, NEW.sales_count, NEW.published_at))
  EXECUTE FUNCTION update_search_document();

CREATE FUNCTION forget_words_of_styled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_vector = NULL
  WHERE id IN (SELECT product_id FROM changed) AND search_vector IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_words_of_styled AFTER INSERT ON product_styles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forget_words_of_styled();
-- Not where the product goes too: the styles are then removed from within a trigger of its own.
CREATE TRIGGER forget_words_of_unstyled AFTER DELETE ON product_styles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION forget_words_of_styled();

-- A style or a category may have half of all products. The change notes its name alone; the job
-- reads the products again, from the newest to the oldest.
CREATE TABLE search_renames (
  category_id bigint REFERENCES categories ON DELETE CASCADE,
  style_id bigint REFERENCES styles ON DELETE CASCADE,
  products_below bigint NOT NULL DEFAULT 9223372036854775807,
  UNIQUE NULLS NOT DISTINCT (category_id, style_id),
  CHECK (num_nonnulls(category_id, style_id) = 1)
);
CREATE FUNCTION note_search_rename() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_renames (category_id, style_id)
  VALUES (CASE TG_TABLE_NAME WHEN 'categories' THEN NEW.id END,
    CASE TG_TABLE_NAME WHEN 'styles' THEN NEW.id END)
  ON CONFLICT (category_id, style_id) DO UPDATE SET products_below = EXCLUDED.products_below;
  RETURN NULL;
END $$;
CREATE TRIGGER note_search_rename AFTER UPDATE OF names ON categories
  FOR EACH ROW WHEN (OLD.names IS DISTINCT FROM NEW.names) EXECUTE FUNCTION note_search_rename();
CREATE TRIGGER note_search_rename AFTER UPDATE OF names ON styles
  FOR EACH ROW WHEN (OLD.names IS DISTINCT FROM NEW.names) EXECUTE FUNCTION note_search_rename();
