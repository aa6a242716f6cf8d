import { TIER_SIZES } from "#api/catalog/search/tiers.ts";
import {
  type Database,
  type DatabaseTarget,
  inTransaction,
  openDatabase,
  type Sql,
} from "#api/db/client.ts";
import { LOCALES } from "#domain/locales.ts";

/** Rows per INSERT: large enough to be fast, small enough for little memory. */
const BATCH = 20_000;
/** The number of pictures for a database without any; nothing is painted or stored for them. */
const IMAGES = 48;

const ADJECTIVES =
  "quiet amber drifting hollow golden northern silent burning paper velvet frozen secret";
const NOUNS =
  "harbour mountain fox lighthouse orchard nebula cathedral heron desert garden whale tram comet";
const PLACES = "morning winter midnight rain autumn fog summer dusk snow spring dawn";
const COLOURS = "cobalt vermilion ochre jade indigo coral ivory copper violet emerald";
/** Further words of descriptions: common ones, and rare ones of so many kinds. */
const FILLERS = "a the and of with in for above light room wall book quiet poster warm soft";
/**
 * Made-up words, distributed as in a natural language: rank 100 is a hundredth as frequent as rank
 * 1.
 */
const VOCABULARY_SIZE = 30_000;
const SYLLABLES =
  "ba ber bo bru cal ce chi co da del di dru el en fa fen flo ga ger gi gra ha hel ho in ja jo ka " +
  "kel ki kra la len lo lu ma mer mi mon na nel no nu or pa pel pi pra ra ren ri ro sa sel si sto " +
  "ta tel ti tru va vel vi";
const ENDINGS = "n ra st lin mo ka ris del";
/** As many as in the demo catalogue, in each language. */
const DESCRIPTION_WORDS = { fillers: 8, drawn: 6 };
const TITLE_SALT = 15;
const DESCRIPTION_SALTS = Array.from(
  { length: DESCRIPTION_WORDS.drawn },
  (_, at) => 200 + 1_000_003 * at,
);

/**
 * Adds `count` published products, only in the database, for benchmarks and query plans. Existing
 * categories, styles and pictures are used; a database without any gets some. Half the products
 * have the first style, a quarter the second, and so on to rare ones, as in real shops. They are
 * older than all real ones. Their words are English, with an ending for each other language. The
 * same call creates the same products. Runs without time limits, because a busy machine takes long.
 */
export async function generateProducts(target: DatabaseTarget, count: number): Promise<void> {
  const database = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  try {
    await generate(database, count);
  } finally {
    await database.end();
  }
}

async function generate(database: Database, count: number): Promise<void> {
  const sql: Sql = database;
  await makeGroups(sql);
  await generateImages(sql);
  const [made] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM products WHERE slug LIKE 'generated-%'`;
  const first = (made?.count ?? 0) + 1;
  const inBatches = async (work: (sql: Sql, from: number, to: number) => Promise<void>) => {
    for (let from = first; from < first + count; from += BATCH) {
      const to = Math.min(from + BATCH, first + count) - 1;
      await inTransaction(database, (sql) => work(sql, from, to));
    }
  };
  await inBatches(async (sql, from, to) => {
    await insertProducts(sql, from, to);
    await insertStyles(sql, from, to);
    // In one transaction: the job of a running product must find none that it has to index.
    await sql`UPDATE products SET search_vector = ''
      WHERE search_vector IS NULL AND slug LIKE 'generated-%'`;
    await insertWords(sql, from, to);
  });
  await withoutSearchIndex(database, async () => {
    // Before the documents: with bounds for fewer products, most of them would have to move.
    await boundTiers(database);
    await inBatches(insertDocuments);
  });
  // The planner depends on the tables' statistics.
  await sql`VACUUM ANALYZE products, product_styles, pictures, catalog_counts, search_words`;
}

/** Building the index once is several times as fast as adding row after row. */
async function withoutSearchIndex(database: Database, work: () => Promise<void>): Promise<void> {
  const sql: Sql = database;
  // An earlier run may have been stopped in the middle.
  await sql`DROP INDEX IF EXISTS search_documents_terms`;
  try {
    await work();
    await fitTiers(database);
  } finally {
    // Documents that changed their tier leave dead rows. While a transaction is open in any
    // database of the server, an index build includes those too, and fails if an autovacuum has
    // already removed their long values: "missing chunk number 0 for toast value" (PostgreSQL bug
    // 18351).
    await sql`VACUUM ANALYZE search_documents`;
    // Both cores: half the time.
    await sql`SET max_parallel_maintenance_workers = 2`;
    await sql`SET maintenance_work_mem = '256MB'`;
    await sql`CREATE INDEX search_documents_terms ON search_documents USING gin (terms)`;
  }
}

/** Sets the bounds of the tiers (api/catalog/search/tiers.ts) for all existing products. */
async function boundTiers(database: Database): Promise<void> {
  const sizes = TIER_SIZES.map((_, tier) =>
    TIER_SIZES.slice(0, tier + 1).reduce((all, size) => all + size, 0),
  );
  await inTransaction(database, async (sql) => {
    // In the same order as the job of a running product, which moves them too.
    await sql`SELECT 1 FROM search_tiers ORDER BY tier FOR UPDATE`;
    await sql`
      UPDATE search_tiers SET sales_min = last.sales_count, product_id_min = last.id
      FROM unnest(${sizes}::int[]) WITH ORDINALITY AS given (size, place)
      CROSS JOIN LATERAL (SELECT sales_count, id FROM products WHERE status = 'published'
        ORDER BY sales_count DESC, id DESC OFFSET size - 1 LIMIT 1) AS last
      WHERE tier = place - 1`;
  });
}

/** Assigns the tiers that the balancing job would reach in the end. */
async function fitTiers(database: Database): Promise<void> {
  await boundTiers(database);
  await inTransaction(database, async (sql) => {
    // The job of a running product moves them too, and if two move one row, one of them fails.
    await sql`LOCK TABLE search_documents IN SHARE ROW EXCLUSIVE MODE`;
    await sql`
      UPDATE search_documents SET tier = search_tier(sales_count, product_id)
      WHERE tier <> search_tier(sales_count, product_id)`;
  });
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

/** Draws by hashint4, which is evenly distributed and the same each time. */
const drawn = (sql: Sql, salt: number) => sql`abs(hashint4(n + ${salt}::int)::bigint)`;

/** Returns the rank of the vocabulary word that product `n` has there; the most common is 0. */
const drawRank = (sql: Sql, salt: number) => sql`least(${VOCABULARY_SIZE - 1}::int,
  floor(exp(ln(${VOCABULARY_SIZE + 1}::int) * ${drawn(sql, salt)} / 2147483648.0)) - 1)::int`;

/** Returns the word of a rank. The prime number scatters the alphabet over the ranks. */
function toWord(sql: Sql, rank: ReturnType<typeof drawRank>) {
  const number = sql`(${rank} * 7919::bigint % 32749)`;
  const part = (words: string, divisor: number) => {
    const list = words.split(" ");
    return sql`(string_to_array(${words}::text, ' '))[
      1 + ${number} / ${divisor}::int % ${list.length}::int]`;
  };
  return sql`${part(SYLLABLES, 1)} || ${part(SYLLABLES, 64)} || ${part(ENDINGS, 4096)}`;
}

/** Lists the vocabulary in English, the most common word first. */
export async function listVocabulary(sql: Sql): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    SELECT ${toWord(sql, sql`rank`)} AS word
    FROM generate_series(0, ${VOCABULARY_SIZE - 1}::int) AS rank ORDER BY rank`;
  return rows.map(({ word }) => word);
}

/** Adds the words of these products to the vocabulary for corrections. */
async function insertWords(sql: Sql, from: number, to: number): Promise<void> {
  const ranks = [TITLE_SALT, ...DESCRIPTION_SALTS]
    .map((salt) => sql`(${drawRank(sql, salt)})`)
    .reduce((all, rank) => sql`${all}, ${rank}`);
  const fixed = [ADJECTIVES, NOUNS, PLACES, COLOURS, FILLERS].join(" ");
  await sql`
    INSERT INTO search_words (locale, word)
    SELECT locale, word || CASE WHEN locale = 'en' THEN '' ELSE locale END
    FROM (
      SELECT ${toWord(sql, sql`rank`)} AS word FROM (
        SELECT DISTINCT rank FROM generate_series(${from}::int, ${to}::int) AS n
        CROSS JOIN LATERAL (VALUES ${ranks}) AS chosen (rank)) AS ranks
      UNION SELECT string_to_table(${fixed}::text, ' ')) AS words
    CROSS JOIN unnest(${[...LOCALES]}::text[]) AS locale
    WHERE length(word) > 2 ORDER BY 1, 2
    ON CONFLICT DO NOTHING`;
}

/** Inserts products; `~` is where a language has its ending. */
async function insertProducts(sql: Sql, from: number, to: number): Promise<void> {
  const pick = (words: string, salt: number) => sql`(string_to_array(${words}::text, ' '))[
      1 + ${drawn(sql, salt)} % ${words.split(" ").length}::int]`;
  const word = (salt: number) => toWord(sql, drawRank(sql, salt));
  const described = [
    pick(NOUNS, 12),
    pick(COLOURS, 14),
    ...Array.from({ length: DESCRIPTION_WORDS.fillers }, (_, at) =>
      pick(FILLERS, 100 + 1_000_003 * at),
    ),
    ...DESCRIPTION_SALTS.map(word),
  ].reduce((all, part) => sql`${all}, ${part}`);
  await sql`
    INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
      picture_hash, is_featured, is_hero, sales_count, published_at)
    SELECT 'generated-' || n, cat.ids[1 + abs(hashint4(n)::bigint) % cardinality(cat.ids)],
      made.titles, made.descriptions, 'a secret recipe for' || replace(title, '~', ''),
      99 + 10 * (abs(hashint4(n + 1)::bigint) % 300),
      pic.hashes[1 + abs(hashint4(n + 2)::bigint) % cardinality(pic.hashes)],
      n % 5000 = 0, n % 20000 = 0,
      abs(hashint4(n + 3)::bigint) % 1000, now() - interval '1 year' - n * interval '7 seconds'
    FROM generate_series(${from}::int, ${to}::int) AS n
    CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM categories) AS cat
    CROSS JOIN (SELECT array_agg(hash ORDER BY hash) AS hashes FROM pictures) AS pic
    -- OFFSET 0: drawn once, and not for each language.
    CROSS JOIN LATERAL (SELECT
      ' ' || concat_ws('~ ', ${pick(ADJECTIVES, 11)}, ${pick(NOUNS, 12)}, ${pick(PLACES, 13)},
        ${word(TITLE_SALT)}, n)
        AS title,
      ' ' || concat_ws('~ ', ${described}) || '~' AS description OFFSET 0) AS words
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(locale, ltrim(initcap(replace(title, '~', ending)))) AS titles,
        jsonb_object_agg(locale, ltrim(replace(description, '~', ending))) AS descriptions
      FROM unnest(${[...LOCALES]}::text[]) AS locale,
        LATERAL (SELECT CASE WHEN locale = 'en' THEN '' ELSE locale END AS ending) AS its) AS made`;
}

/**
 * Inserts the documents that the job would create (api/catalog/search/search-text.ts); the words
 * need no normalization.
 */
async function insertDocuments(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    INSERT INTO search_documents (product_id, tier, price_cents, sales_count, published_at, terms)
    SELECT p.id, search_tier(p.sales_count, p.id), p.price_cents, p.sales_count, p.published_at,
      made.terms
    FROM generate_series(${from}::int, ${to}::int) AS n
    JOIN products p ON p.slug = 'generated-' || n
    CROSS JOIN LATERAL (
      SELECT array_to_tsvector(string_to_array(ltrim(string_agg(
          ' ' || locale || '^' || split_part(title, ' ', 2) ||
          replace(title, ' ', ' ' || locale || '=') ||
          replace(title || description, ' ', ' ' || locale || '/'), ''))
          || (SELECT string_agg(' s/' || style_id, '') FROM product_styles WHERE product_id = p.id)
          || ' c/' || p.category_id, ' ')) AS terms
      FROM jsonb_each_text(p.titles) AS t (locale, typed)
      CROSS JOIN LATERAL (SELECT ' ' || lower(typed) AS title,
        ' ' || (p.descriptions ->> locale) AS description) AS texts) AS made`;
}

/** Draws the first style as above; every fourth product also has one of three others. */
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
