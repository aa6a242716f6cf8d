import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { type Offer, offerResponseSchema, staffOfferResponseSchema } from "#api/contract/offers.ts";
import { createMember, type MadeUser } from "#tests/factories.ts";
import { createGroup } from "#tests/product-factories.ts";
import type { ApiAgent, ApiResponse } from "../api/api-agent.ts";
import type { TestApi } from "../api/test-api.ts";

// Offers for tests: the form, the staff's review, the bank details.

export const IBAN = "EE38 2200 2210 2014 5685";

/** Returns an Estonian bank account of its own for each number, as it is stored. */
export function ibanOf(number: number): string {
  const account = String(number).padStart(16, "0");
  // The country's letters count as 14 and 14 (ISO 13616).
  const check = 98n - (BigInt(`${account}141400`) % 97n);
  return `EE${String(check).padStart(2, "0")}${account}`;
}

export type Member = MadeUser & { agent: ApiAgent };

/** Creates a category and two styles to choose from; returns their ids. */
export async function createGroups(test: TestApi): Promise<{ category: string; styles: string[] }> {
  const sql = test.database;
  await createGroup(sql, "categories", "landscapes", { names: { en: "Landscapes" } });
  await createGroup(sql, "styles", "nebula", { names: { en: "Nebula", de: "Nebel" } });
  await createGroup(sql, "styles", "bauhaus", { names: { en: "Bauhaus" } });
  const [category] = await sql<{ id: number }[]>`
    SELECT id FROM categories WHERE slug = 'landscapes'`;
  const styles = await sql<{ id: number }[]>`
    SELECT id FROM styles WHERE slug IN ('nebula', 'bauhaus') ORDER BY slug DESC`;
  return { category: String(category?.id), styles: styles.map((style) => String(style.id)) };
}

export type OfferFields = Record<string, string | File | string[] | null>;

/** Returns a complete offer form as a browser sends it; fields that are null are left out. */
async function fillOffer(test: TestApi, changes: OfferFields = {}): Promise<FormData> {
  const { category, styles } = await createGroups(test);
  const fields: OfferFields = {
    title: "Fog over the bay",
    description: "Painted by a model, chosen by hand.",
    category_id: category,
    "style_ids[]": styles,
    price: "120.00",
    confirm: "true",
    ...changes,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
  }
  return form;
}

/** Sends an offer form. */
export async function sendOffer(
  test: TestApi,
  agent: ApiAgent,
  changes: OfferFields = {},
): Promise<ApiResponse> {
  return agent.post("/api/offer/create", await fillOffer(test, changes));
}

/** Returns the offer in a response. */
export function offerOf(response: ApiResponse): Offer {
  const { payload } = response.as(offerResponseSchema);
  if (!payload) throw new Error(`the response has no offer: ${response.text}`);
  return payload;
}

/** Creates a signed-in staff member. */
export function createStaff(test: TestApi): Promise<Member> {
  return createMember(test, { role: "staff" });
}

/** Reviews an offer as staff. */
export function reviewOffer(
  staff: Member,
  offer: { id: number | string },
  body: Record<string, unknown>,
): Promise<ApiResponse> {
  return staff.agent.post(`/api/staff/offers/${offer.id}/answer`, body);
}

/** Creates an offer of this member that the staff has priced. */
export async function createPricedOffer(
  test: TestApi,
  people: { staff: Member; maker: Member },
  servicePrice: string,
): Promise<Offer> {
  const offer = offerOf(await sendOffer(test, people.maker.agent));
  const body = { decision: "offer", service_price: servicePrice };
  return (await reviewOffer(people.staff, offer, body)).as(staffOfferResponseSchema).payload;
}

/** Returns contact and bank details as the screens send them. */
export function fillApproval(
  offer: { id: number | string },
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: { id: offer.id },
    first_name: "Sam",
    last_name: "Seller",
    email: "sam@example.com",
    phone: "+372 600 1002",
    address: "Pikk 1",
    city: "Tallinn",
    post_code: "10123",
    country: "EE",
    full_name: "Sam Seller",
    iban: IBAN,
    terms: true,
    ...changes,
  };
}

export function approve(
  maker: Member,
  offer: { id: number | string },
  changes: Record<string, unknown> = {},
): Promise<ApiResponse> {
  return maker.agent.post("/api/offer/approve", fillApproval(offer, changes));
}

/** Creates an accepted offer of a verified member, so that its payout is ready. */
export async function createPayout(
  test: TestApi,
  staff: Member,
  servicePrice = "99.50",
  changes: Record<string, unknown> = {},
): Promise<{ maker: Member; offer: Offer; payoutId: number }> {
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const priced = await createPricedOffer(test, { staff, maker }, servicePrice);
  const offer = offerOf(await approve(maker, priced, changes));
  return { maker, offer, payoutId: Number(offer.payout?.id) };
}

/** Exports the ready payouts into a file for the bank. */
export function exportPayouts(
  staff: Member,
  operationId: string = randomUUID(),
): Promise<ApiResponse> {
  return staff.agent.post("/api/staff/payouts/batches", { operation_id: operationId });
}

/** Marks a payout as the bank's statement says, by staff who have seen its current status. */
export async function markPayout(
  test: TestApi,
  staff: Member,
  payoutId: number,
  { state, evidence = "Statement 12" }: { state: string; evidence?: string },
): Promise<ApiResponse> {
  const [row] = await test.database<{ status: string }[]>`
    SELECT status FROM payouts WHERE id = ${payoutId}`;
  const body = { state, evidence, seen: row?.status ?? "exported" };
  return staff.agent.post(`/api/staff/payouts/${payoutId}/mark`, body);
}

/**
 * Returns a payout's reference in the bank's files and statements; includes its key once it is in a
 * file.
 */
export async function referenceOf(test: TestApi, payoutId: number): Promise<string> {
  const [row] = await test.database<{ reference: string }[]>`
    SELECT end_to_end_id AS reference FROM payouts WHERE id = ${payoutId}`;
  return row?.reference ?? "";
}

/** Returns the balances of the ledger's EUR accounts in cents, by kind. */
export async function listEurBalances(test: TestApi): Promise<Record<string, number>> {
  const rows = await test.database<{ kind: string; cents: number }[]>`
    SELECT kind, (SELECT coalesce(sum(CASE WHEN destination_account_id = a.id THEN amount_cents
        ELSE -amount_cents END), 0)::int FROM ledger_postings
      WHERE a.id IN (source_account_id, destination_account_id)) AS cents
    FROM ledger_accounts AS a WHERE currency = 'EUR' ORDER BY kind`;
  return Object.fromEntries(rows.map((row) => [row.kind, row.cents]));
}

/** Sets the paying account, as an operator does. */
export async function configureDebtor(test: TestApi): Promise<void> {
  await test.database`
    UPDATE settings SET company_name = 'Promptory', payout_debtor_name = 'Promptory OÜ',
      payout_debtor_iban = 'DE89 3704 0044 0532 0130 00', payout_debtor_bic = NULL`;
}

/** Paints a striped picture as a file, with text in its metadata. */
export async function paintFile(
  format: "jpg" | "png" | "gif" | "webp",
  given: { name?: string; type?: string; widthPx?: number } = {},
): Promise<File> {
  const width = given.widthPx ?? 400;
  const image = sharp({
    create: { width, height: 300, channels: 3, background: "#8a7f66" },
  }).withExif({ IFD0: { ImageDescription: SECRET_WORDS } });
  const bytes = await image.toFormat(format === "jpg" ? "jpeg" : format).toBuffer();
  const type = given.type ?? `image/${format === "jpg" ? "jpeg" : format}`;
  return new File([new Uint8Array(bytes)], given.name ?? `picture.${format}`, { type });
}

/** Text that no published picture may contain. */
export const SECRET_WORDS = "the prompt is a secret";
