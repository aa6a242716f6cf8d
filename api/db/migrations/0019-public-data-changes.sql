-- Says on the channel `public_data` when something changes that every guest sees, whoever changes
-- it: the shop, another process of it, or somebody with psql. Caches of pages listen
-- (api/db/public-changes.ts). Equal messages of one transaction are sent once.

CREATE FUNCTION notify_public_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('public_data', TG_TABLE_NAME);
  RETURN NULL;
END $$;

DO $$
DECLARE
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY['settings', 'categories', 'styles', 'product_styles',
    'static_pages', 'static_page_texts', 'social_links'] LOOP
    EXECUTE format('CREATE TRIGGER notify_public_change
      AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_public_change()', changed);
  END LOOP;
END $$;

-- Not when counts of sales or the words of the search are brought up to date: these jobs run all
-- the time, and what they change may be a minute old.
CREATE TRIGGER notify_public_change AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF
  slug, category_id, titles, descriptions, motifs, prompt, price_cents, picture_hash, status,
  is_featured, is_hero, published_at
  ON products FOR EACH STATEMENT EXECUTE FUNCTION notify_public_change();
