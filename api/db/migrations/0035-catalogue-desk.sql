-- What the owner's desk stores of products: a version for two people who edit at the same time, the
-- licence that orders are sold under, where a product comes from, and the order of shelves.
ALTER TABLE products
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN licence text,                  -- NULL: the shop's standard licence
  ADD COLUMN offer_id bigint REFERENCES offers,
  ADD COLUMN operation_id uuid,             -- of the form: sent twice, it makes one product
  ADD COLUMN featured_position integer,     -- NULL: behind those that have one, newest first
  ADD COLUMN hero_position integer;

-- An offer becomes one product.
CREATE UNIQUE INDEX products_offer ON products (offer_id) WHERE offer_id IS NOT NULL;
CREATE UNIQUE INDEX products_operation ON products (operation_id) WHERE operation_id IS NOT NULL;
-- The shop's own indexes hold published products only; the desk lists the others, too.
CREATE INDEX products_unlisted ON products (status, published_at DESC, id DESC)
  WHERE status <> 'published';

DROP TRIGGER notify_public_change ON products;
CREATE TRIGGER notify_public_change AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  slug, category_id, titles, descriptions, motifs, prompt, price_cents, picture_hash, status,
  is_featured, is_hero, published_at, licence, featured_position, hero_position
  ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_public_change();
