-- A search engine beside the database (SEARCH_URL) is kept in step through this outbox: a change of
-- what a search reads leaves a row in the same transaction, one for each product however often it
-- changes. Without an engine there are no triggers, and so no rows (start_search_outbox).

CREATE SEQUENCE search_revisions;
-- Versions of the engine's documents: a later one is never overwritten by an earlier one.
CREATE SEQUENCE search_versions;

CREATE TABLE search_changes (
  product_id bigint PRIMARY KEY, -- no reference: a product that is gone has changed, too
  -- Another one at each change: what has changed again since it was read is not done with.
  revision bigint NOT NULL DEFAULT nextval('search_revisions'),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz             -- NULL: now
);
CREATE INDEX search_changes_revision ON search_changes (revision);

CREATE TABLE search_outbox (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  -- When a process with an engine last emptied the outbox.
  read_at timestamptz
);
INSERT INTO search_outbox DEFAULT VALUES;

CREATE FUNCTION record_search_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint[];
BEGIN
  IF TG_TABLE_NAME = 'products' THEN
    changed := ARRAY[coalesce(NEW.id, OLD.id)];
  ELSIF TG_TABLE_NAME = 'product_styles' THEN
    changed := ARRAY[coalesce(NEW.product_id, OLD.product_id)];
  ELSIF TG_TABLE_NAME = 'categories' THEN
    changed := ARRAY(SELECT id FROM products WHERE category_id = NEW.id);
  ELSE
    changed := ARRAY(SELECT product_id FROM product_styles WHERE style_id = NEW.id);
  END IF;
  -- In the order of the keys, so that two writers never wait for each other in a circle.
  INSERT INTO search_changes (product_id) SELECT unnest(changed) ORDER BY 1
  ON CONFLICT (product_id) DO UPDATE
    SET revision = nextval('search_revisions'), attempts = 0, due_at = NULL;
  RETURN NULL;
END $$;

-- Creating a trigger waits for the transactions that write to the table: what one of them changes is
-- committed before this returns, or recorded.
CREATE FUNCTION start_search_outbox() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE OR REPLACE TRIGGER record_search_change AFTER INSERT OR DELETE OR UPDATE OF
    category_id, titles, descriptions, motifs, price_cents, status, sales_count, published_at
    ON products FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER INSERT OR DELETE OR UPDATE ON product_styles
    FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER UPDATE OF slug, names ON categories
    FOR EACH ROW EXECUTE FUNCTION record_search_change();
  CREATE OR REPLACE TRIGGER record_search_change AFTER UPDATE OF slug, names ON styles
    FOR EACH ROW EXECUTE FUNCTION record_search_change();
END $$;

CREATE FUNCTION stop_search_outbox() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TRIGGER IF EXISTS record_search_change ON products;
  DROP TRIGGER IF EXISTS record_search_change ON product_styles;
  DROP TRIGGER IF EXISTS record_search_change ON categories;
  DROP TRIGGER IF EXISTS record_search_change ON styles;
  DELETE FROM search_changes;
END $$;
