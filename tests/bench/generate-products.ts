import { type DatabaseTarget, openDatabase, type Sql } from "#api/db/client.ts";
import { LOCALES } from "#domain/locales.ts";

/** Rows of one INSERT: large enough to be fast, small enough for little memory. */
const BATCH = 20_000;
/** Pictures of a database without any; nothing is painted or stored for them. */
const IMAGES = 48;

const ADJECTIVES =
  "quiet amber drifting hollow golden northern silent burning paper velvet frozen secret";
const NOUNS =
  "harbour mountain fox lighthouse orchard nebula cathedral heron desert garden whale tram comet";
const PLACES = "morning winter midnight rain autumn fog summer dusk snow spring dawn";
const COLOURS = "cobalt vermilion ochre jade indigo coral ivory copper violet emerald";
/** What descriptions are written with besides: common words, and rare ones of so many kinds. */
const FILLERS = "a the and of with in for above light room wall book quiet poster warm soft";
const RARE_WORDS = 5_000;
/** Those of the demo catalogue have as many, in each language. */
const DESCRIPTION_WORDS = { fillers: 8, rare: 6 };

/**
 * Adds `count` published products, in the database alone, for benchmarks and the plans of queries.
 * Categories, styles and pictures that are there are used; a database without any gets some. Half
 * the products have the first style, a quarter the second, and so on to rare ones, as in life.
 * They are older than all real ones. Their words are English, with an ending for each other
 * language. The same call makes the same products. It works without time limits: a busy machine
 * takes long.
 */
export async function generateProducts(target: DatabaseTarget, count: number): Promise<void> {
  const database = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  try {
    await generate(database, count);
  } finally {
    await database.end();
  }
}

async function generate(sql: Sql, count: number): Promise<void> {
  await makeGroups(sql);
  await generateImages(sql);
  const [made] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM products WHERE slug LIKE 'generated-%'`;
  const first = (made?.count ?? 0) + 1;
  await withoutSearchIndex(sql, async () => {
    for (let from = first; from < first + count; from += BATCH) {
      const to = Math.min(from + BATCH, first + count) - 1;
      await insertProducts(sql, from, to);
      await insertStyles(sql, from, to);
    }
  });
  // The first of them have all the words that there are.
  await sql`
    INSERT INTO search_words
    SELECT DISTINCT split_part(term, '/', 1), split_part(term, '/', 2)
    FROM (SELECT search_vector FROM products WHERE slug LIKE 'generated-%'
      ORDER BY id LIMIT ${BATCH}) AS made, unnest(tsvector_to_array(search_vector)) AS term
    WHERE term ~ '/.{3}' AND term !~ '/[0-9]+$'
    ON CONFLICT DO NOTHING`;
  // Plans are chosen by what the database knows of its tables.
  await sql`VACUUM ANALYZE products, product_styles, pictures, catalog_counts, search_words`;
}

/** One build of the index is several times as fast as adding row after row. */
async function withoutSearchIndex(sql: Sql, work: () => Promise<void>): Promise<void> {
  const [index] = await sql<{ definition: string }[]>`
    SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'products_search'`;
  if (!index) throw new Error("there is no index products_search");
  await sql`DROP INDEX products_search`;
  try {
    await work();
  } finally {
    await sql.unsafe(index.definition);
  }
}

async function makeGroups(sql: Sql): Promise<void> {
  for (const [table, name] of [
    ["categories", "category"],
    ["styles", "style"],
  ] as const) {
    await sql`
      INSERT INTO ${sql(table)} (slug, position, names)
      SELECT ${name}::text || '-' || n, n, jsonb_build_object('en', ${name}::text || ' ' || n)
      FROM generate_series(1, 12) AS n WHERE NOT EXISTS (SELECT 1 FROM ${sql(table)})`;
  }
}

async function generateImages(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO pictures (hash, width_px, height_px, color)
    SELECT md5('a' || n) || md5('b' || n), 1024, 1024, '#' || left(md5('c' || n), 6)
    FROM generate_series(1, ${IMAGES}::int) AS n WHERE NOT EXISTS (SELECT 1 FROM pictures)`;
}

/** hashint4 shuffles: evenly spread, and the same each time. `~` is where a language has its ending. */
async function insertProducts(sql: Sql, from: number, to: number): Promise<void> {
  const drawn = (salt: number) => sql`abs(hashint4(n + ${salt}::int)::bigint)`;
  const pick = (words: string, salt: number) => sql`(string_to_array(${words}::text, ' '))[
      1 + ${drawn(salt)} % ${words.split(" ").length}::int]`;
  // Letters alone, as words have.
  const pickRare = (salt: number) => sql`left(translate(
      md5((${drawn(salt)} % ${RARE_WORDS}::int)::text), '0123456789', 'ghijklmnop'), 7)`;
  const { fillers, rare } = DESCRIPTION_WORDS;
  const described = [
    pick(NOUNS, 12),
    pick(COLOURS, 14),
    ...Array.from({ length: fillers }, (_, at) => pick(FILLERS, 100 + 1_000_003 * at)),
    ...Array.from({ length: rare }, (_, at) => pickRare(200 + 1_000_003 * at)),
  ].reduce((all, part) => sql`${all}, ${part}`);
  await sql`
    INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
      picture_hash, is_featured, is_hero, sales_count, published_at, title_words, search_vector)
    SELECT 'generated-' || n, cat.ids[1 + abs(hashint4(n)::bigint) % cardinality(cat.ids)],
      made.titles, made.descriptions, 'a secret recipe for' || replace(title, '~', ''),
      99 + 10 * (abs(hashint4(n + 1)::bigint) % 300),
      pic.hashes[1 + abs(hashint4(n + 2)::bigint) % cardinality(pic.hashes)],
      n % 5000 = 0, n % 20000 = 0,
      abs(hashint4(n + 3)::bigint) % 1000, now() - interval '1 year' - n * interval '7 seconds',
      made.title_words, made.search_vector
    FROM generate_series(${from}::int, ${to}::int) AS n
    CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM categories) AS cat
    CROSS JOIN (SELECT array_agg(hash ORDER BY hash) AS hashes FROM pictures) AS pic
    -- OFFSET 0: drawn once, and not for each language.
    CROSS JOIN LATERAL (SELECT
      ' ' || concat_ws('~ ', ${pick(ADJECTIVES, 11)}, ${pick(NOUNS, 12)}, ${pick(PLACES, 13)}, n)
        AS title,
      ' ' || concat_ws('~ ', ${described}) || '~' AS description OFFSET 0) AS words
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(locale, ltrim(initcap(replace(title, '~', ending)))) AS titles,
        jsonb_object_agg(locale, ltrim(replace(description, '~', ending))) AS descriptions,
        jsonb_object_agg(locale, replace(title, '~', ending)) AS title_words,
        array_to_tsvector(string_to_array(ltrim(string_agg(replace(
          replace(title || description, '~', ending), ' ', ' ' || locale || '/'), '')), ' '))
          AS search_vector
      FROM unnest(${[...LOCALES]}::text[]) AS locale,
        LATERAL (SELECT CASE WHEN locale = 'en' THEN '' ELSE locale END AS ending) AS its) AS made`;
}

/** The first style of each is drawn as above; every fourth product has one of three besides. */
async function insertStyles(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO product_styles (product_id, style_id, position)
    SELECT p.id, styles.ids[1 + least(cardinality(styles.ids) - 1, place)], position
    FROM generate_series(${from}::int, ${to}::int) AS n
    JOIN products p ON p.slug = 'generated-' || n
    CROSS JOIN (SELECT array_agg(id ORDER BY position, id) AS ids FROM styles) AS styles
    CROSS JOIN LATERAL (VALUES
      (0, floor(-log(2, (1 + abs(hashint4(n + 21)::bigint) % 1000000) / 1000001.0))::int),
      (1, CASE WHEN n % 4 = 0 THEN 5 + n % 3 END)) AS chosen (position, place)
    WHERE place IS NOT NULL
    ON CONFLICT DO NOTHING`;
}
