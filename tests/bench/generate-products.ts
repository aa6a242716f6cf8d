import type { Sql } from "#api/db/client.ts";

/**
 * Fills the catalogue with generated products that borrow the pictures, categories and styles that
 * are there. For benchmarks and plans of queries; the titles are words that a search can find.
 */
export async function generateProducts(sql: Sql, count: number): Promise<void> {
  await sql`
    WITH words AS (SELECT ARRAY['mountain','river','fox','whale','lantern','harbour','meadow',
        'castle','garden','storm','aurora','desert','orchard','bridge','comet','glacier'] AS list),
      numbered AS (SELECT n, (n * 7 + n / 16) % 16 + 1 AS a, (n * 11 + 5) % 16 + 1 AS b
        FROM generate_series(1, ${count}::int) AS n),
      cats AS (SELECT array_agg(id ORDER BY id) AS ids FROM categories),
      pics AS (SELECT array_agg(hash ORDER BY hash) AS hashes FROM pictures)
    INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash,
      sales_count, published_at, search_text)
    SELECT 'generated-' || n,
      cats.ids[n % array_length(cats.ids, 1) + 1],
      jsonb_build_object('en', words.list[a] || ' ' || words.list[b] || ' ' || n),
      'generated prompt ' || n, 100 + (n * 31) % 1400,
      CASE WHEN pics.hashes IS NULL THEN NULL
        ELSE pics.hashes[n % array_length(pics.hashes, 1) + 1] END,
      (n * 13) % 500, now() - n * interval '1 minute' - interval '60 days',
      words.list[a] || ' ' || words.list[b] || ' ' || n
    FROM numbered, words, cats, pics
    ON CONFLICT (slug) DO NOTHING`;
  await sql`
    WITH st AS (SELECT array_agg(id ORDER BY id) AS ids FROM styles)
    INSERT INTO product_styles (product_id, style_id)
    SELECT p.id, st.ids[p.id % array_length(st.ids, 1) + 1] FROM products p, st
    WHERE p.slug LIKE 'generated-%' ON CONFLICT DO NOTHING`;
  await sql`ANALYZE products`;
  await sql`ANALYZE product_styles`;
}
