-- Lists of one style, newest first, were found product by product, and common and rare styles needed
-- other plans. When a product was listed stands beside each of its styles now: its publication, or
-- NULL while it is not for sale. 0074 fills it in.

-- In the order of those who write both tables. After it nobody holds a row that ALTER waits for,
-- and behind ALTER all readers would wait.
LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE product_styles ADD COLUMN listed_at timestamptz;
-- While it is empty: built later, it would need a lock that those who wait for a row of 0074 hold.
CREATE INDEX product_styles_newest ON product_styles (style_id, listed_at DESC, product_id DESC)
  WHERE listed_at IS NOT NULL;

-- The lock makes a publication wait that would not see this row yet.
CREATE FUNCTION note_listed_style() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN status = 'published' THEN published_at END INTO NEW.listed_at
  FROM products WHERE id = NEW.product_id FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER note_listed_style BEFORE INSERT ON product_styles
  FOR EACH ROW EXECUTE FUNCTION note_listed_style();

CREATE FUNCTION note_listed_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_styles
  SET listed_at = CASE WHEN NEW.status = 'published' THEN NEW.published_at END
  WHERE product_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_listed_product AFTER UPDATE OF status, published_at ON products
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status
    OR OLD.published_at IS DISTINCT FROM NEW.published_at)
  EXECUTE FUNCTION note_listed_product();

-- A search engine reads nothing of it: without the columns, 0074 would send it all products.
CREATE OR REPLACE FUNCTION start_search_outbox() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE OR REPLACE TRIGGER record_search_change AFTER INSERT OR DELETE OR UPDATE OF
    category_id, titles, descriptions, motifs, price_cents, status, sales_count, published_at
    ON products FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER INSERT OR DELETE OR UPDATE OF
    product_id, style_id, position
    ON product_styles FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER UPDATE OF slug, names ON categories
    FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER UPDATE OF slug, names ON styles
    FOR EACH ROW EXECUTE FUNCTION record_search_change();
END $$;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgname = 'record_search_change'
    AND tgrelid = 'product_styles'::regclass) THEN
    CREATE OR REPLACE TRIGGER record_search_change AFTER INSERT OR DELETE OR UPDATE OF
      product_id, style_id, position
      ON product_styles FOR EACH ROW EXECUTE FUNCTION record_search_change();
  END IF;
END $$;
