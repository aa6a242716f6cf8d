-- The catalogue with a million products: every question has an index, and counts are kept.

-- Names of shelves and pages are no slugs, nor is anything that reads as an id.
ALTER TABLE products ADD CONSTRAINT products_slug_not_reserved CHECK (
  slug NOT IN ('hero', 'featured', 'new', 'top-sellers', 'generate') AND slug !~ '^[0-9]+$');

-- The space in front lets one pattern find the beginning of any word, the first one too.
DROP INDEX products_search;
CREATE INDEX products_search ON products USING gin ((' ' || search_text) gin_trgm_ops);

-- Holds what lists filter by, so that filtering and counting leave the table alone.
DROP INDEX products_newest;
CREATE INDEX products_newest ON products (published_at DESC, id DESC)
  INCLUDE (category_id, price_cents) WHERE status = 'published';

-- Is this picture public? Asked for every picture that is fetched.
CREATE INDEX products_picture ON products (picture_hash) WHERE status = 'published';
CREATE INDEX styles_picture ON styles (picture_hash);
CREATE INDEX orders_picture ON orders (picture_hash);

-- How many published products there are of each category (style_id NULL) and of each style in it:
-- counting them anew would read the whole table for every menu.
CREATE TABLE catalog_counts (
  category_id bigint NOT NULL REFERENCES categories ON DELETE CASCADE,
  style_id bigint REFERENCES styles ON DELETE CASCADE,
  products_count integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (category_id, style_id)
);

-- In the order of the keys, so that two writers never wait for each other in a circle.
CREATE FUNCTION count_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO catalog_counts AS counts
    SELECT category_id, NULL, count(*) FROM new_rows WHERE status = 'published'
    GROUP BY category_id ORDER BY category_id
    ON CONFLICT (category_id, style_id)
      DO UPDATE SET products_count = counts.products_count + EXCLUDED.products_count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO catalog_counts AS counts
    SELECT category_id, NULL, -count(*) FROM old_rows WHERE status = 'published'
    GROUP BY category_id ORDER BY category_id
    ON CONFLICT (category_id, style_id)
      DO UPDATE SET products_count = counts.products_count + EXCLUDED.products_count;
  ELSE
    INSERT INTO catalog_counts AS counts
    SELECT changed.category_id, styled.style_id, sum(changed.step)
    FROM (
      SELECT id, category_id, -1 AS step FROM old_rows WHERE status = 'published'
      UNION ALL
      SELECT id, category_id, 1 FROM new_rows WHERE status = 'published') AS changed
    CROSS JOIN LATERAL (
      SELECT NULL::bigint AS style_id
      UNION ALL
      SELECT style_id FROM product_styles WHERE product_id = changed.id) AS styled
    GROUP BY changed.category_id, styled.style_id HAVING sum(changed.step) <> 0
    ORDER BY changed.category_id, styled.style_id NULLS FIRST
    ON CONFLICT (category_id, style_id)
      DO UPDATE SET products_count = counts.products_count + EXCLUDED.products_count;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_products_added AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER count_products_removed AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_products();
CREATE TRIGGER count_products_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_products();

CREATE FUNCTION count_product_styles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO catalog_counts AS counts
  SELECT products.category_id, changed.style_id, step * count(*)
  FROM changed JOIN products ON products.id = changed.product_id
  WHERE products.status = 'published'
  GROUP BY products.category_id, changed.style_id
  ORDER BY products.category_id, changed.style_id
  ON CONFLICT (category_id, style_id)
    DO UPDATE SET products_count = counts.products_count + EXCLUDED.products_count;
  RETURN NULL;
END $$;
CREATE TRIGGER count_styles_added AFTER INSERT ON product_styles
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_product_styles();
CREATE TRIGGER count_styles_removed AFTER DELETE ON product_styles
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_product_styles();

-- A product's styles go while it is still there to say what it was counted as.
CREATE FUNCTION remove_product_styles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_styles WHERE product_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER remove_product_styles BEFORE DELETE ON products
  FOR EACH ROW EXECUTE FUNCTION remove_product_styles();

-- What was there before these counts.
INSERT INTO catalog_counts (category_id, products_count)
SELECT category_id, count(*) FROM products WHERE status = 'published' GROUP BY category_id;
INSERT INTO catalog_counts (category_id, style_id, products_count)
SELECT category_id, style_id, count(*)
FROM products JOIN product_styles ON product_id = id
WHERE status = 'published' GROUP BY category_id, style_id;
