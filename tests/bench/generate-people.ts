import { type DatabaseTarget, openDatabase } from "#api/db/client.ts";

const FIRST = "Mari Jaan Anna Peter Lucia Omar Olena Piotr Sofia Hugo Leila Tomas";
const LAST = "Tamm Byron Okafor Novak Silva Haddad Kovalenko Rossi Meyer Dubois Lind Ortiz";

/**
 * Adds `count` members with a wallet, each with an order, one in half an hour, in the database alone,
 * for the lists of the desk. The same call makes the same people. Products must be there.
 */
export async function generatePeople(target: DatabaseTarget, count: number): Promise<void> {
  const database = openDatabase(target, { connectionsMax: 1, hasTimeLimits: false });
  try {
    await database`
      WITH made AS (
        INSERT INTO users (email, password_hash, role, locale, name, surname, verification_status,
          email_verified_at)
        SELECT 'person-' || n || '@example.com', 'none', 'member', 'en',
          (string_to_array(${FIRST}::text, ' '))[1 + n % 12],
          (string_to_array(${LAST}::text, ' '))[1 + n / 12 % 12],
          CASE WHEN n % 10 = 0 THEN 'approved' ELSE 'none' END, now()
        FROM generate_series(1, ${count}::int) AS n
        ON CONFLICT (email) DO NOTHING RETURNING id)
      INSERT INTO ledger_accounts (kind, user_id) SELECT 'wallet', id FROM made`;
    await database`
      INSERT INTO orders (user_id, product_id, slug, titles, descriptions, style, price_cents,
        currency, prompt, licence, picture_hash, created_at)
      SELECT u.id, p.id, p.slug, p.titles, p.descriptions, NULL, p.price_cents, 'credits', p.prompt,
        'generated', p.picture_hash, now() - u.n * interval '30 minutes'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users
        WHERE email LIKE 'person-%') AS u
      JOIN (SELECT *, row_number() OVER (ORDER BY id) AS n FROM products
        WHERE picture_hash IS NOT NULL ORDER BY id LIMIT ${count}::int) AS p USING (n)
      WHERE NOT EXISTS (SELECT 1 FROM orders WHERE user_id = u.id)`;
    await database`VACUUM ANALYZE users, ledger_accounts, orders`;
  } finally {
    await database.end();
  }
}
