import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { OWN_PAGE_SIZE } from "#api/accounts/own-data/own-data.ts";
import { OWN_DATA_PER_HOUR_MAX } from "#api/accounts/own-data.routes.ts";
import { nouns } from "#api/nouns.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import {
  approve,
  createPricedOffer,
  createStaff,
  type Member,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// The export of a person's own data (GDPR Art. 15 and 20).

/** Tables that reference a user but are not exported, each with the reason. */
const NOT_OWN: Record<string, string> = {
  bank_statements: "which of the team imported and marked a statement",
  checklist_confirmations: "which of the team ticked a step of the setup",
  credit_requests: "which of the team asked to settle a deposit; the deposit itself is exported",
  deposit_endings: "which of the team ended a deposit; the deposit itself is exported",
  deposit_settlements: "which of the team settled a deposit; the deposit itself is exported",
  imports: "which of the team uploaded products",
  newsletter_issues: "which of the team wrote an issue",
  own_texts: "which of the team worded a text",
  password_resets: "a token's hash and when it expires",
  payout_approvals: "which of the team approved a file of payouts",
  rate_requests: "which of the team asked for a new rate",
  static_page_versions: "which of the team wrote a page",
  unmatched_reports: "which of the team resolved a report",
};

/** Columns of exported tables with secrets, links between tables, and the staff who decided. */
const INTERNAL = /(?:^|_)(?:hash|sealed|key|token|id)$|_by$/;

/** Other columns that are not exported, each with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  "balance_adjustments.needs_approval": "how the team works",
  "documents.sequence": "in the number",
  "documents.series": "in the number",
  "documents.sheet": "what the PDF beside it is drawn from",
  "documents.year": "in the number",
  "mail_records.gave_up_at": "how mail is sent",
  "newsletter_subscribers.mailed_at": "how mail is sent",
  "offers.shown_format": "of a copy for the screen",
  "offers.version": "how concurrent changes are found",
  "orders.predates_consent": "in the order's terms",
  "orders.prompt": "what was bought: in the download, once it is delivered",
  "payout_events.evidence": "from the shop's own bank statement",
  "payouts.approved_at": "how the team works",
  "payouts.attempts": "how payouts are sent",
  "payouts.due_at": "how payouts are sent",
  "payouts.failure": "how payouts are sent",
  "payouts.limit_cents": "how the team works",
  "payouts.provider": "how payouts are sent",
  "payouts.sending_until": "how payouts are sent",
  "payouts.unapproved_at": "how the team works",
  "sessions.viewed_until": "how the team works",
  "users.deleted_at": "empty while there is somebody to export it",
};

let test: TestApi;
let staff: Member;
let first: Member;
let second: Member;
let nobody: Member;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
  [first, second] = [await createSeller("Ada"), await createSeller("Bob")];
  nobody = await createMember(test);
  return () => test.close();
});

/** Creates a member with records of every kind, all of which reference or contain `name`. */
async function createSeller(name: string): Promise<Member> {
  const member = await createMember(test, { name });
  const { agent, id } = member;
  const { database: sql } = test;
  const form = await createVerificationForm({ full_name: `${name} Verified` });
  expect((await agent.post("/api/user/verification", form)).status).toBe(200);
  await sql`UPDATE users SET verification_status = 'approved', email_verified_at = now()
    WHERE id = ${id}`;
  await sendOffer(test, agent, { title: `${name}'s picture`, media: await paintFile("png") });
  await approve(member, await createPricedOffer(test, { staff, maker: member }, "80.00"));
  await giveCredits(sql, id, 1_000);
  const product = await createProduct(test, { prompt: `a secret of ${name}` });
  await agent.post("/api/purchase/prompt", { prompt_id: product.id, consent: CONSENT });
  await agent.post(`/api/wishlist/toggle/${product.id}`);
  const message = { first_name: name, email: member.email, message: `Hello from ${name}` };
  expect((await agent.post("/api/contact", message)).status).toBe(200);
  await agent.put("/api/user/billing", { company_name: `${name} Ltd` });
  await sql`INSERT INTO newsletter_subscribers (email, token, locale, created_at, mailed_at)
    VALUES (${member.email}, ${randomUUID()}, 'en', now(), now())`;
  await sql`INSERT INTO balance_adjustments
      (operation_id, user_id, amount_cents, reason, needs_approval, status, requested_by,
        requested_at)
    VALUES (${randomUUID()}, ${id}, 100, ${`a gift to ${name}`}, true, 'waiting', ${staff.id},
      now())`;
  return member;
}

const exportOf = (agent: ApiAgent) => agent.get("/api/user/data");

type Archive = { files: Record<string, Uint8Array>; text: string };

async function open(response: { status: number; bytes: Uint8Array }): Promise<Archive> {
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(response.bytes));
  const json = Object.entries(files).filter(([name]) => name.endsWith(".json"));
  return { files, text: json.map(([, bytes]) => Buffer.from(bytes).toString()).join("\n") };
}

const listOf = ({ files }: Archive, noun: string): Record<string, Record<string, unknown>[]> =>
  JSON.parse(Buffer.from(files[`${noun}.json`] ?? []).toString());

describe("a member's own data", () => {
  it("has a JSON of each noun, the invoices and the files as they were sent", async () => {
    const archive = await open(await exportOf(first.agent));
    const names = Object.keys(archive.files).map((name) => name.replace(/\d+/g, "0"));
    const jsons = nouns.filter(({ ownData }) => ownData).map(({ name }) => `${name}.json`);
    expect(names).toEqual(expect.arrayContaining(["about.json", ...jsons, "offers/offer-0.png"]));
    expect(names.filter((name) => name.startsWith("verification/")).sort()).toEqual(
      ["address_document", "document_back", "document_front"].map(
        (part) => `verification/0-${part}.jpg`,
      ),
    );
    const pdfs = Object.entries(archive.files).filter(([name]) => name.startsWith("documents/"));
    expect(pdfs.length).toBe(listOf(archive, "documents").documents?.length);
    expect(pdfs.length).toBeGreaterThan(0);
    for (const [, pdf] of pdfs) expect(Buffer.from(pdf.slice(0, 4)).toString()).toBe("%PDF");
    for (const said of [
      "Ada Verified",
      "Ada's picture",
      "Hello from Ada",
      "Ada Ltd",
      "a gift to Ada",
    ])
      expect(archive.text).toContain(said);
    expect(archive.text.split(first.email).length).toBeGreaterThan(3);
  });

  it("has each column of its tables, or a reason", async () => {
    const archive = await open(await exportOf(first.agent));
    const lists = nouns.filter(({ ownData }) => ownData).map(({ name }) => listOf(archive, name));
    const missing: string[] = [];
    for (const [table, [row]] of lists.flatMap((list) => Object.entries(list))) {
      if (!row) continue;
      const columns = await test.database<{ name: string }[]>`
        SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ${table}`;
      const left = columns.filter(({ name }) => !(name in row) && !INTERNAL.test(name));
      missing.push(...left.map(({ name }) => `${table}.${name}`));
    }
    expect(
      missing.sort(),
      "export these columns with their tables, or say in NOT_EXPORTED why not",
    ).toEqual(Object.keys(NOT_EXPORTED).sort());
  });

  it("has nothing of another member, nothing of who decided, and no secret", async () => {
    const { text, files } = await open(await exportOf(first.agent));
    for (const strange of ["Bob", second.email, nobody.email, staff.email, "a secret of"])
      expect(text).not.toContain(strange);
    expect(text).not.toMatch(/"\w*(hash|token|sealed|password|operation_id)\w*":/);
    const others = await open(await exportOf(second.agent));
    const shared = Object.keys(files).filter((name) => name.includes("/") && name in others.files);
    expect(shared).toEqual([]);
  });

  it("is empty for somebody who has done nothing, list by list", async () => {
    const archive = await open(await exportOf(nobody.agent));
    const filled = nouns
      .filter(({ ownData }) => ownData)
      .flatMap(({ name }) => Object.entries(listOf(archive, name)))
      .filter(([, rows]) => rows.length > 0);
    expect(filled.map(([table]) => table).sort()).toEqual([
      "known_networks",
      "ledger_accounts",
      "sessions",
      "users",
    ]);
  });

  it("has the newsletter of an address only once it is proven to be the member's", async () => {
    const { id, agent, email } = await createSeller("Cy");
    const listed = async () => listOf(await open(await exportOf(agent)), "newsletter");
    expect((await listed()).newsletter_subscribers).toEqual([expect.objectContaining({ email })]);
    await test.database`UPDATE users SET email_verified_at = NULL WHERE id = ${id}`;
    expect((await listed()).newsletter_subscribers).toEqual([]);
  });

  it("has all of a long history, which is read by pages", async () => {
    const { id, agent } = second;
    const count = 2 * OWN_PAGE_SIZE + 7;
    await test.database`
      INSERT INTO order_downloads (order_id, user_id, format, size, created_at)
      SELECT id, ${id}, 'png', '512x512', now() FROM orders, generate_series(1, ${count})
      WHERE user_id = ${id}`;
    const { order_downloads: downloads = [] } = listOf(
      await open(await exportOf(agent)),
      "purchases",
    );
    expect(downloads).toHaveLength(count);
    expect(new Set(downloads.map((row) => row.id)).size).toBe(count);
  });

  it("still comes when storage has lost a file, and says so in the log", async () => {
    const { files } = await open(await exportOf(first.agent));
    const name = Object.keys(files).find((file) => file.startsWith("offers/")) ?? "";
    const [row] = await test.database<{ key: string }[]>`
      SELECT file_key AS key FROM offers WHERE user_id = ${first.id} AND file_key IS NOT NULL`;
    await test.deps.files.remove(`${row?.key}/original.png.sealed`);
    const archive = await open(await exportOf(first.agent));
    expect(archive.files[name]).toHaveLength(0);
    expect(test.logged.map(({ name: logged }) => logged)).toContain(name);
  });

  it("comes a few times an hour", async () => {
    const { agent } = await createMember(test);
    for (let time = 0; time < OWN_DATA_PER_HOUR_MAX; time++)
      expect((await exportOf(agent)).status).toBe(200);
    expect((await exportOf(agent)).status).toBe(429);
  });

  it("is made by an owner of the shop for somebody who asked, and logged with each scan", async () => {
    const path = `/api/staff/people/${second.id}/data`;
    const reviewer = await createMember(test, { role: "staff", staffRole: "reviewer" });
    expect((await reviewer.agent.get(path)).status).toBe(404);
    const { text } = await open(await staff.agent.get(path));
    expect(text).toContain("Bob Verified");
    const logged = await test.database`SELECT 1 FROM audit_log WHERE action = 'user.export'
      AND subject_kind = 'user' AND subject_id = ${String(second.id)} AND actor_id = ${staff.id}`;
    expect(logged).toHaveLength(1);
    const views = await test.database`SELECT w.part FROM verification_views w
      JOIN verifications v ON v.id = w.verification_id WHERE v.user_id = ${second.id}`;
    expect(views).toHaveLength(3);
    expect((await staff.agent.get("/api/staff/people/999999/data")).status).toBe(404);
  });
});

it("every table that names a user is exported by a noun, or has a reason", async () => {
  const rows = await test.database<{ name: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass`;
  const exported = nouns.flatMap(({ ownData }) => Object.keys(ownData?.lists ?? {}));
  const naming = rows.map(({ name }) => name);
  expect(naming.filter((name) => !exported.includes(name)).sort()).toEqual(
    Object.keys(NOT_OWN).sort(),
  );
  const tables = await test.database<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  expect(exported.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  expect(new Set(exported).size).toBe(exported.length);
});
