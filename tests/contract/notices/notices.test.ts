import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noticeResponseSchema } from "#api/contract/notices.ts";
import { staffNoticeResponseSchema } from "#api/contract/staff/notices.ts";
import { noticeJobs } from "#api/notices/notices.jobs.ts";
import {
  COMPLAINT_DAYS,
  COMPLAINT_KEY,
  NOTICE_KEPT_DAYS,
  NOTICES_PER_DAY_MAX,
} from "#domain/notices.ts";
import { CONTACT_REFERENCE_PATTERN } from "#domain/references.ts";
import { createMember, createProduct, type MadeProduct, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createPayout, createStaff, type Member } from "#tests/setup/records/offers.ts";
import { queuedMailsTo } from "#tests/setup/records/queued-mails.ts";

// Notices of illegal content and decisions about them (Regulation (EU) 2022/2065 Art. 16, 17, 20).

const DAY_MS = 86_400_000;

let test: TestApi;
let staff: Member;
let product: MadeProduct;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
  staff = await createStaff(test);
  return () => test.close();
});
beforeEach(async () => {
  product = await createProduct(test, { titles: { en: "Fog over the bay", de: "Nebel" } });
  await test.database`DELETE FROM mails`;
});

const fill = (changes: Record<string, unknown> = {}) => ({
  operation_id: randomUUID(),
  product: product.slug,
  reason: "rights",
  explanation: "The picture is mine, see mari.example/fog.",
  name: "Mari Maasikas",
  email: "mari@example.com",
  good_faith: true,
  ...changes,
});
const guest = () => test.createAgent();
const report = (agent: ApiAgent, changes: Record<string, unknown> = {}) =>
  agent.post("/api/notices", fill(changes));

async function sendNotice(changes: Record<string, unknown> = {}, agent = guest()) {
  const response = await report(agent, changes);
  expect(response.status).toBe(200);
  const { reference } = response.as(noticeResponseSchema).payload;
  const [row] = await test.database<{ id: number }[]>`
    SELECT id FROM content_notices WHERE reference = ${reference}`;
  return { reference, id: row?.id ?? 0 };
}

const view = async (id: number) =>
  (await staff.agent.get(`/api/staff/notices/${id}`)).as(staffNoticeResponseSchema).payload;
const decide = (id: number, decision: string, status?: string) =>
  staff.agent.post(`/api/staff/notices/${id}/decide`, {
    ...{ decision, status },
    ground: "Directive 2001/29/EC, Art. 2",
    statement: "The picture is the same as the original.",
  });
const mailsTo = (email: string) => queuedMailsTo(test, email);
const statusOf = async ({ id }: { id: number }) => {
  const [row] = await test.database<{ status: string }[]>`
    SELECT status FROM products WHERE id = ${id}`;
  return row?.status;
};

/** Returns the parameters of the complaint link in the last mail to an address. */
async function linkIn(recipient: string): Promise<Record<string, string>> {
  const text = (await mailsTo(recipient)).at(-1)?.text ?? "";
  const [address = ""] = /http\S+\/report-content\/complaint\?\S+/.exec(text) ?? [];
  return Object.fromEntries(new URL(address).searchParams);
}
const complain = (link: Record<string, string>, complaint = "Please look again.") =>
  guest().post("/api/notices/complaint", { ...link, complaint });

describe("a notice", () => {
  it("needs no account; its sender gets a receipt that quotes nothing, in the own language", async () => {
    const agent = test.createAgent({ locale: "de" });
    const { reference } = await sendNotice({}, agent);
    expect(reference).toMatch(CONTACT_REFERENCE_PATTERN);
    const [receipt, ...more] = await mailsTo("mari@example.com");
    expect(more).toEqual([]);
    expect(receipt?.subject).toBe(`Ihre Meldung ist da: ${reference}`);
    expect(receipt?.text).toContain("„Nebel“");
    expect(receipt?.text).not.toContain("mari.example/fog");
  });

  it("sent twice is one notice, under one number", async () => {
    const body = { operation_id: randomUUID() };
    const first = await sendNotice(body);
    expect(await sendNotice(body)).toEqual(first);
    expect(await mailsTo("mari@example.com")).toHaveLength(1);
  });

  it("is not sent by the operation of another one, whose number stays unknown", async () => {
    const operation_id = randomUUID();
    const { reference } = await sendNotice({ operation_id });
    const [member, another] = [await createMember(test), await createProduct(test)];
    const conflicts = [
      await report(guest(), { operation_id, explanation: "It is hers." }),
      await report(guest(), { operation_id, name: "Bo" }),
      await report(guest(), { operation_id, email: "bo@example.com" }),
      await report(guest(), { operation_id, reason: "fraud" }),
      await report(guest(), { operation_id, product: another.slug }),
      await report(member.agent, { operation_id }),
    ];
    expect(conflicts.map((response) => response.error.code)).toEqual(
      Array(6).fill("operation_conflict"),
    );
    for (const { text } of conflicts) expect(text).not.toContain(reference);
  });

  it("is about the product of an address, too", async () => {
    const { id } = await sendNotice({
      product: `https://shop.test/de/products/${product.slug}?a=1`,
    });
    expect((await view(id)).product_id).toBe(product.id);
  });

  it("is about the product of every address that opens its page, as it is pasted", async () => {
    const former = `${product.slug}-before`;
    await test.database`
      INSERT INTO former_product_slugs (slug, product_id) VALUES (${former}, ${product.id})`;
    const page = "https://shop.test/de/products";
    for (const address of [
      ...[former, `${page}/${former}`, `${page}/${product.id}`, `${page}/${product.slug}/`],
      ...[`<${page}/${product.slug}>`, `${page}/${product.slug}.`],
      `\u200e${page}/${product.slug}\u200f`,
    ]) {
      const { id } = await sendNotice({ product: address });
      expect([address, (await view(id)).product_id]).toEqual([address, product.id]);
    }
  });

  it("is about no product by the number of another page", async () => {
    const unknown = await report(guest(), { product: "nothing" });
    for (const path of ["dashboard/documents", "products/generate/pictures"]) {
      const address = `https://shop.test/en/${path}/${product.id}`;
      const response = await report(guest(), { product: address });
      expect([response.status, response.body]).toEqual([422, unknown.body]);
    }
  });

  it("is about no draft, even by the former slug of another product", async () => {
    const draft = await createProduct(test);
    await test.database`UPDATE products SET status = 'draft' WHERE id = ${draft.id}`;
    for (const address of [draft.slug, String(draft.id)]) {
      expect((await report(guest(), { product: address })).status).toBe(422);
    }
    await test.database`
      INSERT INTO former_product_slugs (slug, product_id) VALUES (${draft.slug}, ${product.id})`;
    const { id } = await sendNotice({ product: draft.slug });
    expect((await view(id)).product_id).toBe(product.id);
  });

  it.each([
    ["a product that is not here", { product: "nothing" }, "product"],
    ["no reason", { reason: "" }, "reason"],
    ["no explanation", { explanation: " " }, "explanation"],
    ["no name", { name: "" }, "name"],
    ["no address", { email: "" }, "email"],
    ["no good faith", { good_faith: false }, "good_faith"],
  ])("is rejected with %s", async (_, changes, field) => {
    const response = await report(guest(), changes);
    expect(response.status).toBe(422);
    expect(response.invalidFields).toEqual([field]);
  });

  it("may be anonymous about the abuse of children, and then mails nobody", async () => {
    const { id } = await sendNotice({ reason: "child_abuse", name: "", email: "" });
    expect(await view(id)).toMatchObject({ name: null, email: null });
    expect((await decide(id, "withdrawn")).status).toBe(200);
    expect(await test.database`SELECT 1 FROM mails`).toEqual([]);
  });

  it("of a robot is dropped in silence", async () => {
    const response = await report(guest(), { website: "http://spam.test" });
    const { reference } = response.as(noticeResponseSchema).payload;
    const stored = await test.database`
      SELECT 1 FROM content_notices WHERE reference = ${reference}`;
    expect(stored).toEqual([]);
  });

  it("comes a number of times a day from one network", async () => {
    const agent = guest();
    for (let sent = 0; sent < NOTICES_PER_DAY_MAX; sent++) await report(agent, { reason: "" });
    expect((await report(agent)).status).toBe(429);
  });
});

describe("a decision", () => {
  it("to withdraw takes the product off sale and mails the reasons to both sides", async () => {
    const { maker, offer } = await createPayout(test, staff);
    await test.database`UPDATE products SET offer_id = ${Number(offer.id)} WHERE id = ${product.id}`;
    const { id, reference } = await sendNotice();
    expect(await view(id)).toMatchObject({
      status: "open",
      has_seller: true,
      choices: ["no_action", "changed", "withdrawn"],
    });
    await test.database`DELETE FROM mails`;
    expect((await decide(id, "withdrawn")).status).toBe(200);
    expect(await statusOf(product)).toBe("withdrawn");
    for (const recipient of ["mari@example.com", maker.email]) {
      const [mail, ...more] = await mailsTo(recipient);
      expect(more).toEqual([]);
      for (const said of [
        reference,
        "Taken off sale",
        "Directive 2001/29/EC, Art. 2",
        "The picture is the same as the original.",
        "by a person",
        "Art. 21",
        "/en/report-content/complaint?",
      ])
        expect(mail?.text).toContain(said);
    }
    const logged = await test.database<{ action: string }[]>`
      SELECT action FROM audit_log WHERE subject_kind = 'notice' AND subject_id = ${String(id)}
      ORDER BY id`;
    expect(logged.map(({ action }) => action)).toEqual(["notice.view", "notice.decide"]);
  });

  it("without action leaves the product, and its seller alone", async () => {
    const { maker, offer } = await createPayout(test, staff);
    await test.database`UPDATE products SET offer_id = ${Number(offer.id)} WHERE id = ${product.id}`;
    const { id } = await sendNotice();
    await test.database`DELETE FROM mails`;
    expect((await decide(id, "no_action")).status).toBe(200);
    expect(await statusOf(product)).toBe("published");
    expect(await mailsTo(maker.email)).toEqual([]);
    expect(await mailsTo("mari@example.com")).toHaveLength(1);
  });

  it("is made once, also by concurrent requests", async () => {
    const { id } = await sendNotice();
    const responses = await Promise.all([decide(id, "no_action"), decide(id, "withdrawn")]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await view(id)).decisions).toHaveLength(1);
  });

  it("is none that the product does not allow, and needs its reasons", async () => {
    const { id } = await sendNotice();
    expect((await decide(id, "restored")).status).toBe(422);
    const path = `/api/staff/notices/${id}/decide`;
    const empty = await staff.agent.post(path, {
      decision: "no_action",
      ground: "",
      statement: "",
    });
    expect(empty.invalidFields).toEqual(["ground", "statement"]);
    expect((await decide(999_999, "no_action")).status).toBe(404);
  });

  it.each([
    ["without its prompt", { prompt: " " }, ["prompt_required"]],
    ["without its picture", { picture_hash: null }, ["file_required"]],
    ["without an English title", { titles: { de: "Nebel" } }, ["title_required"]],
  ])("restores no product %s: what is missing is named, and it is decided later", async (_, changes, codes) => {
    const { id } = await sendNotice();
    const { database } = test;
    await database`
      UPDATE products SET ${database({ ...changes, status: "withdrawn" })} WHERE id = ${product.id}`;
    const response = await decide(id, "restored");
    expect(response.status).toBe(422);
    expect(response.error.error_codes).toMatchObject({
      decision: codes.map((code) => ({ code })),
    });
    expect(await statusOf(product)).toBe("withdrawn");
    expect(await view(id)).toMatchObject({ status: "open", decisions: [] });
    await database`
      UPDATE products SET ${database({
        prompt: "Stripes",
        picture_hash: product.imageHash,
        titles: { en: "Fog" },
      })} WHERE id = ${product.id}`;
    expect((await decide(id, "restored")).status).toBe(200);
    expect(await statusOf(product)).toBe("published");
  });
});

describe("a complaint", () => {
  it("reopens a notice once, and the second decision is final", async () => {
    const { id } = await sendNotice();
    await decide(id, "withdrawn");
    const link = await linkIn("mari@example.com");
    expect((await complain(link)).status).toBe(200);
    expect((await complain(link)).status).toBe(200);
    expect((await complain(link, "And once more.")).status).toBe(409);
    expect(await view(id)).toMatchObject({
      status: "reopened",
      complaint: { by: "notifier", text: "Please look again." },
      choices: ["no_action", "changed", "withdrawn", "restored"],
    });
    expect((await decide(id, "restored")).status).toBe(200);
    expect(await statusOf(product)).toBe("published");
    expect((await view(id)).status).toBe("final");
    expect((await mailsTo("mari@example.com")).at(-1)?.text).toContain("final");
    expect((await mailsTo("mari@example.com")).at(-1)?.text).not.toContain("/complaint?");
    expect((await complain(link, "Again.")).status).toBe(409);
    expect((await decide(id, "withdrawn")).status).toBe(409);
  });

  it("is not decided by a form that was opened before it", async () => {
    const { id } = await sendNotice();
    const { status } = await view(id);
    expect((await decide(id, "no_action", status)).status).toBe(200);
    expect((await complain(await linkIn("mari@example.com"))).status).toBe(200);
    const late = await decide(id, "withdrawn", status);
    expect(late.rejection).toEqual([409, "notice_changed"]);
    const { decisions, ...notice } = await view(id);
    expect([notice.status, decisions.length]).toEqual(["reopened", 1]);
    expect((await decide(id, "withdrawn", notice.status)).status).toBe(200);
    expect((await view(id)).status).toBe("final");
  });

  it("needs the key of its mail: another's, or a seller's for the notifier, opens nothing", async () => {
    const [mine, other] = [await sendNotice(), await sendNotice({ email: "otto@example.com" })];
    await decide(mine.id, "no_action");
    const link = await linkIn("mari@example.com");
    expect(link.key).toMatch(COMPLAINT_KEY);
    for (const [name, wrong] of [
      ["notice", other.reference],
      ["by", "seller"],
      ["key", "x"],
    ] as const) {
      expect((await complain({ ...link, [name]: wrong })).status).toBe(404);
    }
    expect((await view(mine.id)).status).toBe("decided");
  });

  it("is over after six months", async () => {
    const { id } = await sendNotice();
    await decide(id, "no_action");
    const link = await linkIn("mari@example.com");
    await test.database`
      UPDATE notice_decisions SET decided_at = decided_at - ${`${COMPLAINT_DAYS + 1} days`}::interval
      WHERE notice_id = ${id}`;
    expect((await complain(link)).status).toBe(409);
  });
});

describe("a notice that is stored", () => {
  const sentBy = (member: Member) => sendNotice({}, member.agent);

  it("goes a year after its last decision, as the privacy policy says; an open one stays", async () => {
    const [old, recent, open] = [await sendNotice(), await sendNotice(), await sendNotice()];
    for (const { id } of [old, recent]) await decide(id, "no_action");
    const age = async (id: number, days: number) => {
      const at = new Date(test.clock.now().getTime() - days * DAY_MS);
      await test.database`UPDATE notice_decisions SET decided_at = ${at} WHERE notice_id = ${id}`;
    };
    await age(old.id, NOTICE_KEPT_DAYS + 1);
    await age(recent.id, NOTICE_KEPT_DAYS - 1);
    for (const job of noticeJobs(test.deps)) await job.run();
    const left = await test.database<{ id: number }[]>`
      SELECT id FROM content_notices WHERE id IN ${test.database([old.id, recent.id, open.id])}
      ORDER BY id`;
    expect(left.map(({ id }) => id)).toEqual([recent.id, open.id]);
  });

  it("loses its account when that is deleted", async () => {
    const member = await createMember(test);
    const { id } = await sentBy(member);
    expect((await member.agent.delete("/api/user/delete", { password: PASSWORD })).status).toBe(
      200,
    );
    expect(await test.database`SELECT user_id FROM content_notices WHERE id = ${id}`).toEqual([
      { user_id: null },
    ]);
  });
});
