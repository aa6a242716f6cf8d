-- Lists of one style, newest first, were found product by product, and common and rare styles needed
-- other plans. When a product was listed stands beside each of its styles now: its publication, or
-- NULL while it is not for sale. 0074 fills in what is there and builds the index.
ALTER TABLE product_styles ADD COLUMN listed_at timestamptz;

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
