import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MIGRATIONS } from "#api/db/migrate.ts";

// Every schema that was ever on main, so that it can be recreated, with rows that were valid in it.

const FIRST_FORMS = join(import.meta.dirname, "../../fixtures/migrations");

/** A schema by its migrations; `.first` is one before it was changed (see the README there). */
export type LandedSchema = { name: string; migrations: string[] };

const upTo = (number: string) =>
  MIGRATIONS.map(({ name }) => name).filter((name) => name.slice(0, 4) <= number);

/** In landing order, by `git log --first-parent` on `api/db/migrations`. */
export const LANDED_SCHEMAS: LandedSchema[] = [
  { name: "0001", migrations: upTo("0001") },
  { name: "0002 in its first form", migrations: [...upTo("0001"), "0002-catalog-at-scale.first"] },
  { name: "0002", migrations: upTo("0002") },
  { name: "0003", migrations: upTo("0003") },
  { name: "0007 without 0004 and 0005", migrations: [...upTo("0003"), "0007-generation"] },
  {
    name: "0005 after 0007, without 0004",
    migrations: [...upTo("0003"), "0007-generation", "0005-site"],
  },
  {
    name: "0004 after 0005 and 0007",
    migrations: [...upTo("0003"), "0007-generation", "0005-site", "0004-wishlist"],
  },
  { name: "0009 without 0008", migrations: [...upTo("0007"), "0009-social-sprite"] },
  {
    name: "0008 in its first form, after 0009",
    migrations: [...upTo("0007"), "0009-social-sprite", "0008-search-by-language.first"],
  },
  {
    name: "0008 after 0009",
    migrations: [...upTo("0007"), "0009-social-sprite", "0008-search-by-language"],
  },
  { name: "0010 in its first form", migrations: [...upTo("0009"), "0010-verification.first"] },
  ...MIGRATIONS.map(({ name }) => name.slice(0, 4))
    .filter((number) => number >= "0010" && number !== "0011") // 0011 and 0012 landed together
    .map((number) => ({ name: number, migrations: upTo(number) })),
];

/** Returns the SQL of a migration as it landed; `name` is from a LandedSchema. */
export function sqlOf(name: string): string {
  if (name.endsWith(".first")) return readFileSync(join(FIRST_FORMS, `${name}.sql`), "utf8");
  const migration = MIGRATIONS.find((one) => one.name === name);
  if (!migration) throw new Error(`there is no migration ${name}`);
  return migration.sql;
}

/** Returns the rows for a schema: SQL to run after all of its migrations. */
export function rowsFor({ migrations }: LandedSchema): string {
  return migrations.map((name) => ROWS[name] ?? "").join("\n");
}

/** True if the last migration has its own rows, or is not the next in numerical order. */
export function hasRowsOfItsOwn({ name, migrations }: LandedSchema): boolean {
  return !/^\d+$/.test(name) || ROWS[migrations.at(-1) ?? ""] !== undefined;
}

/** Moves money within the ledger, with the same statements as the product. */
const move = (kind: string, source: string, from: string, to: string, cents: number) => `
  WITH made AS (INSERT INTO ledger_transactions (kind, source_id) VALUES ('${kind}', ${source})
    RETURNING id)
  INSERT INTO ledger_postings
    (transaction_id, source_account_id, destination_account_id, amount_cents)
  SELECT made.id, (SELECT id FROM ledger_accounts WHERE ${from}),
    (SELECT id FROM ledger_accounts WHERE ${to}), ${cents} FROM made;`;

const platform = (kind: string) => `kind = '${kind}'`;
const userId = (name: string) => `(SELECT id FROM users WHERE email = '${name}@example.com')`;
const wallet = (name: string) => `kind = 'wallet' AND user_id = ${userId(name)}`;
const HASH = "a".repeat(64);

const FOUNDATION = `
  INSERT INTO users (email, password_hash, role, name, verification_status) VALUES
    ('buyer@example.com', 'hash', 'member', 'Bea', 'none'),
    ('seller@example.com', 'hash', 'member', 'Sol', 'approved'),
    ('leaver@example.com', 'hash', 'member', NULL, 'none'),
    ('staff@example.com', 'hash', 'staff', NULL, 'none');
  INSERT INTO ledger_accounts (kind, user_id) SELECT 'wallet', id FROM users;
  INSERT INTO sessions (id_hash, user_id, csrf_token, expires_at)
    SELECT '\\x01', ${userId("buyer")}, 'token', now() + interval '1 day';
  INSERT INTO categories (slug, names) VALUES ('sea', '{"en": "Ocean"}');
  INSERT INTO styles (slug, names) VALUES ('bauhaus', '{"en": "Bauhaus"}');
  INSERT INTO pictures (hash, width_px, height_px, color) VALUES ('${HASH}', 1, 1, '#000000');
  INSERT INTO products (slug, category_id, titles, descriptions, prompt, price_cents, picture_hash)
    SELECT 'lighthouse-' || n, (SELECT id FROM categories), '{"en": "Lighthouse"}',
      '{"en": "A lone beacon"}', 'a prompt', 150, '${HASH}' FROM generate_series(1, 3) AS n;
  INSERT INTO product_styles (product_id, style_id) SELECT p.id, s.id FROM products p, styles s;
  ${move("grant", "'welcome'", platform("promotion"), wallet("leaver"), 500)}
  INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, provider_ref, contact, settled_at) VALUES
    (${userId("buyer")}, gen_random_uuid(), 'h', 1000, 1000, 'card', 'success', 'sandbox', 'r1',
      '{"first_name": "Bea"}', now()),
    (${userId("buyer")}, gen_random_uuid(), 'h', 2000, 2000, 'sepa', 'pending', 'sandbox', 'r2',
      '{}', NULL),
    (${userId("buyer")}, gen_random_uuid(), 'h', 3000, 3000, 'card', 'failed', 'sandbox', NULL,
      '{}', now());
  ${move("deposit", "(SELECT id::text FROM deposits WHERE provider_ref = 'r1')", platform("provider_clearing"), wallet("buyer"), 1000)}
  INSERT INTO sandbox_payments (token_hash, ref, amount_cents, currency, method, description,
      success_url, cancel_url, expires_at)
    VALUES ('\\x02', 'r2', 2000, 'EUR', 'sepa', 'Credits', 'http://a', 'http://b', now());
  INSERT INTO webhook_events (provider, event_id) VALUES ('sandbox', 'e1');
  INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash)
    SELECT ${userId("buyer")}, id, slug, titles, 150, 'Credits', prompt, 'licence', '${HASH}'
    FROM products WHERE slug = 'lighthouse-1';
  ${move("order", "(SELECT id::text FROM orders)", wallet("buyer"), platform("revenue"), 150)}`;

const SITE = `
  INSERT INTO static_pages (slug, kind) VALUES ('terms', 'terms');
  INSERT INTO static_page_texts (page_id, locale, title, content, is_own)
    SELECT id, 'en', 'Terms', '<p>Ours</p>', true FROM static_pages;
  INSERT INTO social_links (url, title, image)
    VALUES ('https://example.com', 'Pinterest', '/social/pinterest.svg#icon');
  INSERT INTO contact_messages (user_id, details, message, locale)
    VALUES (${userId("buyer")}, '{}', 'Hello', 'en');
  INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at)
    VALUES ('reader@example.com', 'token', 'en', now(), now());
  INSERT INTO mails (recipient, subject, body_text, body_html, created_at, due_at)
    VALUES ('reader@example.com', 'Hello', 'Hello', '<p>Hello</p>', now(), now());`;

const verificationWith = (columns: string, values: string) => `
  INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
      date_of_birth, address, city, country, document_type, address_document_type, locale,
      status, created_at, decided_at, decided_by)
    VALUES (${userId("seller")}, gen_random_uuid(), 'h', 'Sol', 'EE', '+372', '1990-01-01', 'Road 1',
      'Tallinn', 'EE', 'passport', 'utility_bill', 'en', 'approved', now(), now(),
      ${userId("staff")});
  INSERT INTO verification_documents
      (file_key, verification_id, part, width_px, height_px, created_at${columns})
    SELECT 'documents/1', id, 'document_front', 1, 1, now()${values} FROM verifications;
  INSERT INTO verification_views (verification_id, part, viewer_id, viewed_at)
    SELECT id, 'document_front', ${userId("staff")}, now() FROM verifications;`;

/** 0011 and 0012 landed together, so an accepted offer never existed without its payout. */
const PAYOUTS = `
  INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
      service_price_cents, status, version, answered_at, contact, decided_at, created_at)
    SELECT ${userId("seller")}, 'h', 'en', given.title, categories.id, 20000, given.price,
      given.status, given.version, given.answered_at, given.contact::jsonb, given.decided_at, now()
    FROM categories, (VALUES
      ('asked', NULL, 'pending', 0, NULL, NULL, NULL),
      ('declined', NULL, 'declined_by_service', 1, now(), NULL, NULL),
      ('sold', 20000, 'approved', 1, now(), '{}', now())
    ) AS given (title, price, status, version, answered_at, contact, decided_at);
  INSERT INTO offer_styles (offer_id, style_id, position) SELECT o.id, s.id, 0 FROM offers o, styles s;
  ${move("offer", "(SELECT id::text FROM offers WHERE title = 'sold')", platform("design_purchases"), platform("payouts_payable"), 20_000)}
  INSERT INTO payout_batches (operation_id, message_id, payouts_count, total_cents, execution_date,
      content_sealed, sha256, created_by, created_at)
    VALUES (gen_random_uuid(), 'm1', 1, 20000, '2026-11-23', '\\x03', '${HASH}',
      ${userId("staff")}, now());
  INSERT INTO payouts (offer_id, user_id, amount_cents, full_name, iban_sealed, iban_masked, status,
      batch_id, created_at, changed_at)
    SELECT o.id, o.user_id, 20000, 'Sol', '\\x04', 'EE**', 'sent', b.id, now(), now()
    FROM offers o, payout_batches b WHERE o.title = 'sold';
  ${move("payout", "(SELECT id::text FROM payouts)", platform("payouts_payable"), platform("bank_out"), 20_000)}
  INSERT INTO payout_events (payout_id, status, evidence, actor_id, created_at)
    SELECT id, 'sent', 'statement 1', ${userId("staff")}, now() FROM payouts;`;

/** A sale with a card payout under way, and an open visit to the card page. */
const CARD_PAYOUTS = `
  INSERT INTO offers (user_id, body_hash, locale, title, category_id, user_price_cents,
      service_price_cents, status, version, answered_at, contact, decided_at, created_at)
    SELECT ${userId("seller")}, 'h', 'en', 'to a card', id, 100, 100, 'approved', 1, now(), '{}',
      now(), now() FROM categories LIMIT 1;
  ${move("offer", "(SELECT id::text FROM offers WHERE title = 'to a card')", platform("design_purchases"), platform("payouts_payable"), 100)}
  INSERT INTO payout_cards (user_id, offer_id, provider, provider_ref, state_hash, session_hash,
      contact, created_at, expires_at, used_at, token_sealed, brand, last4, exp_month, exp_year)
    SELECT user_id, id, 'sandbox', 'c1', '\\x01'::bytea, '\\x01'::bytea, NULL::jsonb, now(), now(), now(),
      '\\x02'::bytea, 'visa', '4242', 12, 2030 FROM offers WHERE title = 'to a card'
    UNION ALL
    SELECT user_id, id, 'sandbox', 'c2', '\\x02', '\\x01', '{"first_name": "Sol"}'::jsonb, now(), now(), NULL,
      NULL, NULL, NULL, NULL, NULL FROM offers WHERE title = 'asked';
  INSERT INTO payouts (offer_id, user_id, amount_cents, type, full_name, card_id, provider, status,
      attempts, due_at, created_at, changed_at)
    SELECT offer_id, user_id, 100, 'card', 'Sol', id, 'sandbox', 'sending', 1, now(), now(), now()
    FROM payout_cards WHERE provider_ref = 'c1';
  INSERT INTO sandbox_cards (page_hash, ref, amount_cents, currency, return_url, cancel_url, expires_at)
    VALUES ('\\x02', 'c2', 100, 'EUR', 'http://a', 'http://b', now());
  INSERT INTO sandbox_transfers (payout_id, token, amount_cents, currency, outcome)
    SELECT id, 'card_1', 100, 'EUR', 'pending' FROM payouts WHERE type = 'card';`;

const DELETED_ACCOUNT = `
  ${move("forfeit", `${userId("leaver")}::text`, wallet("leaver"), platform("revenue"), 500)}
  UPDATE users SET email = 'deleted-user-' || id || '@invalid', password_hash = '',
    deleted_at = now() WHERE email = 'leaver@example.com';`;

const ROWS: Record<string, string> = {
  "0001-foundation": FOUNDATION,
  "0004-wishlist": `INSERT INTO wishlist_items (user_id, product_id)
    SELECT ${userId("buyer")}, id FROM products WHERE slug = 'lighthouse-2';`,
  "0005-site": SITE,
  "0010-verification.first": verificationWith(", format", ", 'jpg'"),
  "0010-verification": verificationWith("", ""),
  "0012-payouts": PAYOUTS,
  "0013-deleted-accounts": DELETED_ACCOUNT,
  "0014-password-resets": `
    INSERT INTO password_reset_requests (email, locale, created_at)
      VALUES ('buyer@example.com', 'en', now());
    INSERT INTO password_resets (user_id, token_hash, expires_at)
      VALUES (${userId("buyer")}, decode('${HASH}', 'hex'), now());`,
  "0018-known-networks": `
    INSERT INTO known_networks (user_id, network_hash, expires_at)
      VALUES (${userId("buyer")}, decode('${HASH}', 'hex'), now());`,
  "0025-refunds": `
    INSERT INTO disputes (deposit_id, user_id, provider, provider_ref, money_cents, amount_cents,
        status, taken_from, opened_at, closed_at)
      SELECT id, user_id, provider, 'd1', 100, 100, 'won', 'user', now(), now() FROM deposits
      WHERE provider_ref = 'r1';
    ${move("dispute", "(SELECT id::text FROM disputes)", wallet("buyer"), platform("provider_clearing"), 100)}
    ${move("dispute_won", "(SELECT id::text FROM disputes)", platform("provider_clearing"), wallet("buyer"), 100)}
    INSERT INTO unmatched_reports (provider, event_id, report, received_at, retry_at)
      VALUES ('sandbox', 'e9', '{}', now(), now());`,
  "0026-documents": `
    INSERT INTO billing_details (user_id, company_name, vat_id, updated_at)
      SELECT id, 'Buyer GmbH', 'DE136695976', now() FROM users WHERE email LIKE 'buyer%' LIMIT 1;
    INSERT INTO document_series (series, year, last_number) VALUES ('invoice', 2026, 1);
    INSERT INTO documents (kind, number, series, year, sequence, user_id, source_id, order_id, locale,
        net_cents, vat_cents, gross_cents, data, sheet, issued_at)
      SELECT 'invoice', 'INV-2026-000001', 'invoice', 2026, 1, user_id, id, id, 'en', 80, 20, 100,
        jsonb_build_object('internalCents', price_cents), '{}', now() FROM orders ORDER BY id LIMIT 1;`,
  "0039-contract-annex": `
    INSERT INTO document_annexes (hash, locale, sections, created_at)
      VALUES (repeat('a', 64), 'en', '[]', now());`,
  "0028-withdrawals": `
    INSERT INTO withdrawals (operation_id, number, status, subject, contract, destination, name,
        email, locale, received_at)
      VALUES (gen_random_uuid(), 'W-1', 'review', 'order', '1', 'source', 'Bea',
        'bea@example.com', 'en', now());`,
  "0029-purchase-intents": `
    INSERT INTO purchase_intents (deposit_id, product_id, price_cents, buys_itself)
      SELECT deposits.id, products.id, 150, true FROM deposits, products
      WHERE provider_ref = 'r2' AND slug = 'lighthouse-3';`,
  "0032-card-payouts": CARD_PAYOUTS,
  "0030-staff-roles": `
    INSERT INTO audit_log (actor_id, action, subject_kind, subject_id, before, after, reason)
      VALUES (${userId("staff")}, 'user.view', 'user', '1', '{}', '{}', 'asked for it');`,
  "0031-staff-orders": `
    INSERT INTO order_downloads (order_id, user_id, format, size, created_at)
      SELECT id, user_id, 'jpg', '1024x1024', now() FROM orders ORDER BY id LIMIT 1;
    INSERT INTO mail_records (mail_id, order_id, subject, queued_at)
      SELECT 1, id, 'Your order', now() FROM orders ORDER BY id LIMIT 1;
    INSERT INTO deposit_settlements (deposit_id, actor_id, evidence, provider_said, created_at)
      SELECT id, ${userId("staff")}, 'statement 1', 'unknown', now() FROM deposits
      WHERE status = 'success' ORDER BY deposits.id LIMIT 1;`,
  "0033-payout-approvals": `
    UPDATE settings SET payout_approval_above_cents = 100000;
    INSERT INTO payout_approvals (operation_id, payout_ids, total_cents, status, requested_by,
        requested_at)
      VALUES (gen_random_uuid(), '{1}', 20000, 'waiting', ${userId("staff")}, now());`,
  "0062-due-renditions": "INSERT INTO due_renditions (picture_hash) SELECT hash FROM pictures;",
  "0066-former-slugs": `
    INSERT INTO former_product_slugs (slug, product_id)
      SELECT 'beacon', id FROM products WHERE slug = 'lighthouse-1';
    INSERT INTO former_category_slugs (slug, category_id) SELECT 'ocean', id FROM categories LIMIT 1;
    INSERT INTO former_style_slugs (slug, style_id) SELECT 'school', id FROM styles LIMIT 1;`,
  "0069-document-gaps": `
    INSERT INTO document_series (series, year, last_number) VALUES ('credit_note', 2025, 9);
    INSERT INTO document_gaps (series, year, first_number, last_number)
      VALUES ('credit_note', 2025, 1, 9);`,
  "0071-files-away-or-lost": `
    UPDATE imports SET away_since = now(), due_at = now();
    INSERT INTO missing_originals (picture_hash, found_at) SELECT hash, now() FROM pictures;`,
  "0072-ended-deposits": `
    INSERT INTO deposit_endings (deposit_id, actor_id, evidence, review, provider_said, created_at)
      SELECT id, ${userId("staff")}, 'refund 1', 'paid 9.00 EUR instead of 10.00 EUR', 'different',
        now() FROM deposits WHERE status = 'success' ORDER BY deposits.id LIMIT 1;`,
  "0078-waiting-refunds": "UPDATE refunds SET last_error = 'Too many requests' WHERE id = 1;",
  "0076-credit-requests": `
    INSERT INTO credit_requests (deposit_id, evidence, requested_by, requested_at)
      SELECT id, 'statement 1', ${userId("staff")}, now() FROM deposits ORDER BY deposits.id LIMIT 1;`,
  "0079-requests-of-refunds-and-disputes": `
    INSERT INTO credit_requests (refund_id, refund_status, evidence, requested_by, requested_at)
      SELECT id, 'pending', 'statement 2', ${userId("staff")}, now() FROM refunds ORDER BY refunds.id LIMIT 1;
    INSERT INTO credit_requests (dispute_id, evidence, requested_by, requested_at)
      SELECT id, 'statement 3', ${userId("staff")}, now() FROM disputes ORDER BY disputes.id LIMIT 1;`,
  "0081-unowned-offer-files": `INSERT INTO unowned_offer_files VALUES ('offers/${HASH}', now());`,
  "0082-unowned-cards": `
    INSERT INTO unowned_cards (provider, provider_ref, expires_at, user_id, token_sealed, due_at)
      VALUES ('sandbox', 'c3', now(), NULL, NULL, now()),
        ('sandbox', NULL, NULL, 1, '\\x02', now());`,
  "0085-abandoned-offer-files": `
    INSERT INTO unowned_offer_files (file_key, due_at, is_abandoned)
      VALUES ('offers/0b9c1c7e-5a0e-4f43-9a57-0d6f2f6b1a01', now(), true);`,
  "0087-removed-originals": "INSERT INTO removed_originals VALUES (repeat('9', 64), now());",
  "0096-product-updates": "INSERT INTO product_updates SELECT id, now() FROM products;",
  "0098-account-hash-keys": "INSERT INTO account_hash_keys (key_sealed) VALUES ('\\x03');",
  "0099-rate-requests": "INSERT INTO rate_requests VALUES (DEFAULT, 12000, 1, now());",
  "0022-search-outbox": "INSERT INTO search_changes (product_id) SELECT id FROM products;",
  "0038-site-desk": `
    INSERT INTO contact_replies (message_id, operation_id, body, author_id, created_at)
      SELECT id, gen_random_uuid(), 'Soon', ${userId("staff")}, now() FROM contact_messages;
    INSERT INTO static_page_versions (page_id, locale, title, content, author_id, created_at)
      SELECT id, 'en', 'Terms', '<p>Theirs</p>', ${userId("staff")}, now() FROM static_pages;
    INSERT INTO own_texts (locale, key, text, author_id, updated_at)
      VALUES ('en', 'contact.title', 'Write to us', ${userId("staff")}, now());`,
  "0055-generations": `
    INSERT INTO generations (user_id, order_id, format, width_px, height_px, seed, due_at, expires_at,
        created_at)
      SELECT user_id, id, 'jpg', 512, 512, 1, now(), now(), now() FROM orders ORDER BY id LIMIT 1;`,
  "0040-catalogue-imports": `
    INSERT INTO imports (status, file_name, file_key, is_archive, created_by, created_at)
      VALUES ('checked', 'prompts.csv', 'imports/1', false, ${userId("staff")}, now());
    INSERT INTO import_rows (import_id, number, line, title, slug, is_slug_given, product, problems)
      SELECT id, 1, 2, 'Fog', 'fog', false, '{}', '[]' FROM imports;`,
  "0041-desk-overview": `
    INSERT INTO missed_searches (day, words, searches) VALUES ('2026-11-22', 'unicorn', 2);
    INSERT INTO checklist_confirmations VALUES ('legal', ${userId("staff")}, now());`,
  "0056-desk-lists": `
    INSERT INTO saved_views (user_id, list, name, query, created_at)
      VALUES (${userId("staff")}, '/staff/orders', 'Refunded', 'state=refunded', now());`,
  "0043-desk-reviews": `
    INSERT INTO review_reasons (kind, locale, title, body)
      VALUES ('offer', 'en', 'Too small', 'Please send a larger picture.');
    INSERT INTO bank_statements (sha256, format, message_id, imported_by, imported_at, marked_by,
        marked_at)
      VALUES ('${HASH}', 'camt.053.001.02', 'M1', ${userId("staff")}, now(), ${userId("staff")},
        now());
    INSERT INTO bank_statement_entries (statement_id, position, entry_ref, end_to_end_id,
        amount_cents, currency, direction, is_posted, posted_on)
      VALUES (1, 1, 'E1', 'PAYOUT-1', 20000, 'EUR', 'debit', true, '2026-11-20');
    INSERT INTO bank_statement_marks (payout_id, state, statement_id, position)
      SELECT id, 'sent', 1, 1 FROM payouts ORDER BY id LIMIT 1;
    INSERT INTO newsletter_issues (operation_id, texts, author_id, created_at)
      VALUES (gen_random_uuid(), '{"en": {"subject": "News", "body": "Hello"}}',
        ${userId("staff")}, now());
    INSERT INTO newsletter_deliveries (issue_id, subscriber_id)
      SELECT 1, id FROM newsletter_subscribers;`,
  "0044-balance-adjustments": `
    INSERT INTO balance_adjustments (operation_id, user_id, amount_cents, reason, needs_approval,
        status, requested_by, requested_at)
      VALUES (gen_random_uuid(), ${userId("buyer")}, 500, 'Late', true, 'waiting',
        ${userId("staff")}, now());`,
  "0048-content-notices": `
    INSERT INTO content_notices (operation_id, reference, slug, title, reason, explanation, name,
        email, user_id, locale, status, complaint, complained_by, complained_at, created_at)
      VALUES (gen_random_uuid(), '7K3M-Q9XA', 'gone', 'Gone', 'rights', 'It is mine.', 'Mari',
        'mari@example.com', ${userId("buyer")}, 'en', 'reopened', 'Look again.', 'notifier', now(),
        now());
    INSERT INTO notice_decisions (notice_id, decision, ground, statement, decided_by, decided_at)
      VALUES (1, 'no_action', 'Terms, 7', 'It is not the same.', ${userId("staff")}, now());`,
  "0027-email-verifications": `
    INSERT INTO email_verifications (user_id, email, mailed_at, expires_at)
      VALUES (${userId("buyer")}, 'new@example.com', now(), now());`,
};
