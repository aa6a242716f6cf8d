import { type DatabaseTarget, openDatabase, type Sql } from "#api/db/client.ts";

const FIRST = "Mari Jaan Anna Peter Lucia Omar Olena Piotr Sofia Hugo Leila Tomas";
const LAST = "Tamm Byron Okafor Novak Silva Haddad Kovalenko Rossi Meyer Dubois Lind Ortiz";

/** One in so many people has an offer, a verification, a message, a withdrawal, a notice. */
const ONE_IN = { offers: 2, verifications: 10, messages: 4, withdrawals: 20, notices: 100 };
/** Staff actions per person. */
const ACTIONS_EACH = 2;

/**
 * Fills the lists of the desk, only in the database: `people` members with a wallet, an order and a
 * deposit each, some with an offer, a payout, a verification or a message; staff actions;
 * newsletter subscribers; and `drafts` products that are not on sale. The same call creates the
 * same rows. Needs existing products. Runs without time limits, because a busy machine takes long.
 */
export async function generateDesk(
  target: DatabaseTarget,
  { people, drafts }: { people: number; drafts: number },
): Promise<void> {
  const sql = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  try {
    await insertDrafts(sql, drafts);
    await insertPeople(sql, people);
    await insertMoney(sql, people);
    await insertOffers(sql);
    await insertReviews(sql);
    await insertActions(sql, people * ACTIONS_EACH);
    // The planner depends on the tables' statistics.
    await sql`VACUUM ANALYZE`;
  } finally {
    await sql.end();
  }
}

/** Inserts copies of products, as an import leaves them before they are published. */
async function insertDrafts(sql: Sql, count: number): Promise<void> {
  await sql`
    INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents,
      picture_hash, status, published_at, search_vector)
    SELECT 'draft-' || slug, category_id, titles, descriptions, prompt, price_cents, picture_hash,
      CASE WHEN id % 10 = 0 THEN 'withdrawn' ELSE 'draft' END, published_at, ''
    FROM products WHERE slug LIKE 'generated-%' ORDER BY id LIMIT ${count}::int
    ON CONFLICT (slug) DO NOTHING`;
}

async function insertPeople(sql: Sql, count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO users (email, password_hash, role, locale, name, surname, verification_status,
        email_verified_at, disabled_at, created_at)
      SELECT 'person-' || n || '@example.com', 'none', 'member', 'en',
        (string_to_array(${FIRST}::text, ' '))[1 + n % 12],
        (string_to_array(${LAST}::text, ' '))[1 + n / 12 % 12],
        CASE WHEN n % ${ONE_IN.verifications}::int = 0 THEN 'approved' ELSE 'none' END, now(),
        CASE WHEN n % 5000 = 0 THEN now() END,
        now() - (${count}::int - n) * interval '5 minutes'
      FROM generate_series(1, ${count}::int) AS n
      ON CONFLICT (email) DO NOTHING RETURNING id)
    INSERT INTO ledger_accounts (kind, user_id) SELECT 'wallet', id FROM made`;
}

/** The generated people, numbered, with the time of their actions. */
const people = (sql: Sql) => sql`(
  SELECT id, created_at AS at, email, name, surname, row_number() OVER (ORDER BY id) AS n
  FROM users WHERE email LIKE 'person-%') AS u`;

/** Returns unused operation ids for this table, the same in each run. */
const operation = (sql: Sql, table: string) => sql`md5(${table}::text || u.n)::uuid`;

async function insertMoney(sql: Sql, count: number): Promise<void> {
  await sql`
    INSERT INTO orders (user_id, product_id, slug, titles, descriptions, style, price_cents,
      currency, prompt, licence, picture_hash, created_at)
    SELECT u.id, p.id, p.slug, p.titles, p.descriptions, NULL, p.price_cents, 'credits', p.prompt,
      'generated', p.picture_hash, u.at
    FROM ${people(sql)} JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n FROM products
      WHERE picture_hash IS NOT NULL AND status = 'published'
      ORDER BY id LIMIT ${count}::int) AS p USING (n)
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE user_id = u.id) ORDER BY u.n`;
  await sql`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, provider_ref, contact, created_at, settled_at)
    SELECT u.id, ${operation(sql, "deposit")}, 'none', cents, cents,
      CASE WHEN u.n % 3 = 0 THEN 'sepa' ELSE 'card' END,
      CASE WHEN u.n % 20 = 0 THEN 'failed' ELSE 'success' END, 'sandbox', 'generated-' || u.n,
      '{}', u.at, CASE WHEN u.n % 20 = 0 THEN NULL ELSE u.at END
    FROM ${people(sql)}, LATERAL (SELECT 500 + 10 * (u.n % 900) AS cents) AS its
    ON CONFLICT DO NOTHING`;
}

/** One in fifty offers waits for a price; of the sold ones, all but a hundredth are paid. */
async function insertOffers(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO offers (user_id, operation_id, body_hash, locale, title, category_id,
      user_price_cents, service_price_cents, status, answered_at, decided_at, contact, created_at)
    SELECT u.id, ${operation(sql, "offer")}, 'none', 'en', p.titles->>'en', p.category_id,
      1000 + 10 * (u.n % 900), CASE WHEN its.status = 'approved' THEN 1000 END, its.status,
      CASE WHEN its.status <> 'pending' THEN u.at END, CASE WHEN its.status = 'approved' THEN u.at END,
      CASE WHEN its.status = 'approved' THEN '{}'::jsonb END, u.at
    FROM ${people(sql)} JOIN orders ON orders.user_id = u.id JOIN products p ON p.id = product_id
    CROSS JOIN LATERAL (SELECT CASE WHEN u.n % 100 = 0 THEN 'pending' WHEN u.n % 4 = 0
      THEN 'approved' ELSE 'declined_by_service' END AS status) AS its
    WHERE u.n % ${ONE_IN.offers}::int = 0
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO payout_batches (operation_id, message_id, payouts_count, total_cents, execution_date,
      content_sealed, sha256, created_by, created_at)
    SELECT md5('batch')::uuid, 'generated', 1, 1000, now(), '', repeat('0', 64), id, now()
    FROM users WHERE staff_role = 'owner' ORDER BY id LIMIT 1
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO payouts (offer_id, user_id, amount_cents, full_name, iban_sealed, iban_masked, status,
      batch_id, created_at, changed_at)
    SELECT o.id, o.user_id, 1000, 'Mari Tamm', '', 'EE38 **** 4', its.status,
      CASE WHEN its.status <> 'ready' THEN b.id END, o.decided_at, o.decided_at
    FROM offers o JOIN payout_batches b ON b.message_id = 'generated'
    CROSS JOIN LATERAL (SELECT CASE WHEN o.id % 100 = 0 THEN 'ready' ELSE 'settled' END AS status)
      AS its
    WHERE o.body_hash = 'none' AND o.status = 'approved'
    ON CONFLICT DO NOTHING`;
}

/** Inserts messages and reports that staff review; one in fifty still waits. */
async function insertReviews(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
      date_of_birth, address, city, country, document_type, address_document_type, locale, status,
      created_at, decided_at)
    SELECT u.id, ${operation(sql, "verification")}, 'none', u.name || ' ' || u.surname, 'EE', '+372',
      '1990-01-01', 'Pikk 1', 'Tallinn', 'EE', 'passport', 'utility_bill', 'en',
      CASE WHEN waits THEN 'in_progress' ELSE 'approved' END, u.at,
      CASE WHEN waits THEN NULL ELSE u.at END
    FROM ${people(sql)}, LATERAL (SELECT u.n % 500 = 0 AS waits) AS its
    WHERE u.n % ${ONE_IN.verifications}::int = 0
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO contact_messages (user_id, details, message, locale, created_at, reference, status)
    SELECT u.id, jsonb_build_object('email', u.email, 'first_name', u.name, 'last_name', u.surname),
      'Where is ' || coalesce(o.titles->>'en', 'it') || '?', 'en',
      now() - u.n * interval '10 seconds', 'GEN-' || u.n,
      CASE WHEN u.n % 200 = 0 THEN 'new' ELSE 'closed' END
    FROM ${people(sql)} LEFT JOIN orders o ON o.user_id = u.id
    WHERE u.n % ${ONE_IN.messages}::int = 0
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO withdrawals (operation_id, number, status, user_id, subject, destination, name, email,
      locale, received_at, confirmed_at)
    SELECT ${operation(sql, "withdrawal")}, 'GEN-' || u.n,
      CASE WHEN u.n % 1000 = 0 THEN 'review' ELSE 'refunded' END, u.id, 'order', 'wallet', u.name,
      u.email, 'en', u.at, u.at
    FROM ${people(sql)} WHERE u.n % ${ONE_IN.withdrawals}::int = 0
    ON CONFLICT DO NOTHING`;
  await sql`
    INSERT INTO content_notices (operation_id, reference, slug, title, reason, explanation, name,
      email, user_id, locale, status, created_at)
    SELECT ${operation(sql, "notice")}, 'GEN-' || u.n, o.slug, o.slug, 'rights', 'It is mine.', u.name,
      u.email, u.id, 'en', CASE WHEN u.n % 5000 = 0 THEN 'open' ELSE 'decided' END, u.at
    FROM ${people(sql)} JOIN orders o ON o.user_id = u.id WHERE u.n % ${ONE_IN.notices}::int = 0
    ON CONFLICT DO NOTHING`;
  // An unconfirmed address is deleted some days after its mail.
  await sql`
    INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at, confirmed_at)
    SELECT u.email, 'generated-' || u.n, 'en', u.at, now(), CASE WHEN u.n % 10 > 0 THEN u.at END
    FROM ${people(sql)} ON CONFLICT DO NOTHING`;
}

async function insertActions(sql: Sql, count: number): Promise<void> {
  await sql`
    INSERT INTO audit_log (at, actor_id, action, subject_kind, subject_id, after, reason,
      operation_id)
    SELECT now() - (${count}::int - n) * interval '2 minutes', staff.id,
      (ARRAY['order.view', 'user.view', 'product.update', 'offer.price'])[1 + n % 4],
      (ARRAY['order', 'user', 'product', 'offer'])[1 + n % 4], n::text, '{"status": "read"}',
      CASE WHEN n % 10 = 0 THEN 'asked for by phone, number ' || n END, 'generated-' || n
    FROM generate_series(1, ${count}::int) AS n
    CROSS JOIN (SELECT id FROM users WHERE staff_role = 'owner' ORDER BY id LIMIT 1) AS staff
    ON CONFLICT DO NOTHING`;
}
