import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  staffVerificationResponseSchema,
  staffVerificationsResponseSchema,
  verificationResponseSchema,
} from "#api/contract/verification.ts";
import { createApi } from "#api/create-api.ts";
import { sendDueMails } from "#api/mails/mails.service.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { verificationJobs } from "#api/verification/verification.jobs.ts";
import { DOCUMENT_PARTS } from "#domain/verification.ts";
import { createMember } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { readOutbox } from "#tests/setup/mail-reading.ts";
import { approve, createPricedOffer, offerOf } from "#tests/setup/records/offers.ts";
import { createVerificationForm, fileOf, paintScan } from "#tests/verification-factories.ts";

type Member = Awaited<ReturnType<typeof createMember>>;

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createMember(test, { role: "staff" });
});
afterAll(() => test.close());

const LIST = "/api/staff/verifications";

/** Creates a member with a waiting verification; returns both with its id. */
async function createWaiting(changes: Parameters<typeof createVerificationForm>[0] = {}) {
  const member = await createMember(test);
  const form = await createVerificationForm(changes);
  const response = await member.agent.post("/api/user/verification", form);
  const { verification } = response.as(verificationResponseSchema).payload;
  if (!verification) throw new Error(`not sent: ${response.text}`);
  return { ...member, verificationId: Number(verification.id) };
}

const decide = (id: number, body: unknown, by: Member = staff) =>
  by.agent.post(`${LIST}/${id}/decide`, body);
const readDetail = async (id: number) =>
  (await staff.agent.get(`${LIST}/${id}`)).as(staffVerificationResponseSchema).payload;
const stateOf = async ({ agent }: Pick<Member, "agent">) =>
  (await agent.get("/api/user/verification")).as(verificationResponseSchema).payload;
const listViews = (id: number) => test.database`
  SELECT part, viewer_id AS "viewerId" FROM verification_views
  WHERE verification_id = ${id} ORDER BY id`;
const countFiles = async () =>
  (await readdir(join(dirname(test.outboxFolder), "documents")).catch(() => [])).length;
const newestMail = async (address: string) => {
  await sendDueMails(test.deps);
  const mails = await readOutbox(test.outboxFolder);
  return mails.findLast(({ headers }) => headers.to === address);
};
const removeDeletable = async () => {
  for (const job of verificationJobs(test.deps)) await job.run();
};

describe("the staff's side", () => {
  it("is not there for guests and members, the owner included", async () => {
    const owner = await createWaiting();
    const paths = [
      LIST,
      `${LIST}/${owner.verificationId}`,
      `${LIST}/${owner.verificationId}/documents/document_front`,
    ];
    for (const agent of [test.createAgent(), owner.agent, (await createMember(test)).agent]) {
      for (const path of paths) expect((await agent.get(path)).status).toBe(404);
      const decision = await agent.post(`${paths[1]}/decide`, { decision: "approved" });
      expect(decision.status).toBe(404);
      expect(decision.error.message).toBe("Not found.");
    }
    expect(await listViews(owner.verificationId)).toEqual([]);
    expect((await stateOf(owner)).status).toBe("in_progress");
  });

  it("lists what waits, the oldest first, and forgets what is decided", async () => {
    await test.database`DELETE FROM verifications`;
    const [first, second] = [await createWaiting(), await createWaiting()];
    const ids = async () =>
      (await staff.agent.get(LIST))
        .as(staffVerificationsResponseSchema)
        .payload.map(({ id }) => id);
    expect(await ids()).toEqual([first.verificationId, second.verificationId]);
    await decide(first.verificationId, { decision: "approved" });
    expect(await ids()).toEqual([second.verificationId]);
  });

  it("says that the account is disabled", async () => {
    const { id, verificationId } = await createWaiting();
    expect((await readDetail(verificationId)).is_disabled).toBe(false);
    await test.database`UPDATE users SET disabled_at = now() WHERE id = ${id}`;
    expect((await readDetail(verificationId)).is_disabled).toBe(true);
  });

  it("lists nothing that only a decision needs: a list is not logged", async () => {
    const { email } = await createWaiting();
    const list = await staff.agent.get(`${LIST}?q=${encodeURIComponent(email)}`);
    expect(list.body).toMatchObject({ payload: [{ email, full_name: "Mari Tamm" }] });
    for (const name of ["phone", "address", "date_of_birth", "nationality"]) {
      expect(list.text).not.toContain(`"${name}"`);
    }
  });

  it("lists page by page, without gap or duplicate", async () => {
    const { verificationId } = await createWaiting();
    await test.database`DELETE FROM verifications WHERE id <> ${verificationId}`;
    await test.database`
      WITH made AS (
        INSERT INTO users (email, password_hash)
        SELECT 'waiting-' || n || '@example.com', '' FROM generate_series(1, 20) n RETURNING id
      )
      INSERT INTO verifications (user_id, operation_id, body_hash, full_name, nationality, phone,
        date_of_birth, address, city, country, document_type, address_document_type, locale,
        created_at)
      SELECT made.id, gen_random_uuid(), body_hash, full_name, nationality, phone, date_of_birth,
        address, city, country, document_type, address_document_type, locale, created_at
      FROM made, verifications WHERE verifications.id = ${verificationId}`;
    const read = async (query: string) =>
      (await staff.agent.get(`${LIST}?limit=20${query}`)).as(staffVerificationsResponseSchema);
    const first = await read("");
    const second = await read(`&before=${first.meta?.older}`);
    expect([first.payload.length, second.payload.length]).toEqual([20, 1]);
    const ids = [...first.payload, ...second.payload].map(({ id }) => id);
    expect(new Set(ids).size).toBe(21);
    expect(second.meta?.older).toBeNull();
    expect((await read(`&after=${second.meta?.newer}`)).payload).toEqual(first.payload);
    expect((await staff.agent.get(`${LIST}?before=-1`)).status).toBe(422);
  });

  it("finds them by name, address and number, sorted by the day of sending", async () => {
    const name = `Zoë ${crypto.randomUUID().slice(0, 8)}`;
    const [one, other] = [
      await createWaiting({ full_name: `${name} Uno` }),
      await createWaiting({ full_name: `${name} Due` }),
    ];
    const find = async (q: string, more = "") =>
      (await staff.agent.get(`${LIST}?q=${encodeURIComponent(q)}${more}`))
        .as(staffVerificationsResponseSchema)
        .payload.map(({ id }) => id);
    expect(await find(name.toUpperCase())).toEqual([one.verificationId, other.verificationId]);
    expect(await find("uno", "&sort=-date")).toContain(one.verificationId);
    expect(await find(name, "&sort=-date")).toEqual([other.verificationId, one.verificationId]);
    expect(await find(other.email)).toEqual([other.verificationId]);
    expect(await find(String(one.verificationId))).toContain(one.verificationId);
    await decide(one.verificationId, { decision: "approved" });
    await decide(other.verificationId, { decision: "approved" });
    const decided = [other.verificationId, one.verificationId];
    expect(await find(name, "&status=approved")).toEqual(decided);
    expect(await find(name, `&status=approved&before=${decided[0]}`)).toEqual([decided[1]]);
    expect(await find(name)).toEqual([]);
    await test.database`DELETE FROM mails`;
  });

  it("shows all that was sent, and what was sent before", async () => {
    const member = await createWaiting({ document_type: "passport" });
    const detail = await readDetail(member.verificationId);
    expect(detail).toMatchObject({
      email: member.email,
      locale: "en",
      full_name: "Mari Tamm",
      date_of_birth: "1990-02-28",
      status: "in_progress",
      decided_by: null,
      earlier: [],
      documents: [
        { part: "document_front", width_px: 480, height_px: 320 },
        { part: "address_document", width_px: 480, height_px: 320 },
      ],
    });
    await decide(member.verificationId, { decision: "rejected", reason: "Too dark" });
    const again = await member.agent.post("/api/user/verification", await createVerificationForm());
    const { verification } = again.as(verificationResponseSchema).payload;
    const { earlier } = await readDetail(Number(verification?.id));
    expect(earlier).toMatchObject([
      { id: member.verificationId, status: "rejected", reason: "Too dark" },
    ]);
  });

  it.each(["999999", "0", "abc", "1e3"])("knows no verification %s", async (id) => {
    expect((await staff.agent.get(`${LIST}/${id}`)).status).toBe(404);
    expect((await staff.agent.get(`${LIST}/${id}/documents/document_front`)).status).toBe(404);
    expect((await staff.agent.post(`${LIST}/${id}/decide`, { decision: "approved" })).status).toBe(
      404,
    );
  });
});

describe("a document", () => {
  it("opens for the staff, is stored nowhere, and each look is noted", async () => {
    const { verificationId } = await createWaiting();
    for (const part of DOCUMENT_PARTS) {
      const response = await staff.agent.get(`${LIST}/${verificationId}/documents/${part}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/jpeg");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      const { format, width, height } = await sharp(response.bytes).metadata();
      expect({ format, width, height }).toEqual({ format: "jpeg", width: 480, height: 320 });
    }
    const views = DOCUMENT_PARTS.map((part) => ({ part, viewerId: staff.id }));
    expect(await listViews(verificationId)).toEqual(views);
    await staff.agent.get(`${LIST}/${verificationId}/documents/document_front`);
    expect(await listViews(verificationId)).toHaveLength(4);
  });

  it("carries nothing but the picture, upright", async () => {
    const taken = sharp(await paintScan()).withExif({ IFD0: { Copyright: "a hidden word" } });
    const photo = await taken.withMetadata({ orientation: 6 }).toBuffer();
    const document_front = fileOf(Buffer.concat([photo, Buffer.from("behind the end")]));
    const { verificationId } = await createWaiting({ document_front });
    const response = await staff.agent.get(`${LIST}/${verificationId}/documents/document_front`);
    const metadata = await sharp(response.bytes).metadata();
    expect([metadata.width, metadata.height]).toEqual([320, 480]);
    expect(metadata.exif).toBeUndefined();
    expect(response.bytes.includes("hidden word")).toBe(false);
    expect(response.bytes.includes("behind the end")).toBe(false);
  });

  it("of a part that was not sent, or that does not exist, is not there", async () => {
    const { verificationId } = await createWaiting({ document_type: "passport" });
    for (const part of ["document_back", "selfie", "..%2f..%2fsecret"]) {
      const response = await staff.agent.get(`${LIST}/${verificationId}/documents/${part}`);
      expect(response.status).toBe(404);
    }
    expect(await listViews(verificationId)).toEqual([]);
  });

  it("opens under an older secret that is still in the list", async () => {
    const { verificationId } = await createWaiting();
    const [older] = test.deps.config.sessionSecrets;
    const config = {
      ...test.deps.config,
      sessionSecrets: ["a newer secret, at least 32 characters long", older] as const,
    };
    const rotated = createApi({ ...test.deps, config });
    const agent = new ApiAgent((request) => rotated.fetch(request), config);
    await agent.post("/api/login", { email: staff.email, password: staff.password });
    const response = await agent.get(`${LIST}/${verificationId}/documents/document_front`);
    expect(response.status).toBe(200);
    expect((await sharp(response.bytes).metadata()).format).toBe("jpeg");
  });

  it("does not open in another's place", async () => {
    const [mine, other] = [await createWaiting(), await createWaiting()];
    const keyOf = async (id: number) => {
      const [row] = await test.database<{ fileKey: string }[]>`
        SELECT file_key AS "fileKey" FROM verification_documents
        WHERE verification_id = ${id} AND part = 'document_front'`;
      return row?.fileKey ?? "";
    };
    const bytes = await test.deps.files.get(await keyOf(other.verificationId));
    if (!bytes) throw new Error("the file is missing");
    await test.deps.files.put(await keyOf(mine.verificationId), bytes);
    test.logged.length = 0;
    const path = `${LIST}/${mine.verificationId}/documents/document_front`;
    expect((await staff.agent.get(path)).status).toBe(500);
    expect(JSON.stringify(test.logged)).toContain("cannot be opened");
  });
});

describe("a decision", () => {
  it("approves: profile, date and mail, in the member's language", async () => {
    const member = await createWaiting();
    expect((await decide(member.verificationId, { decision: "approved" })).status).toBe(200);
    const state = await stateOf(member);
    expect(state.status).toBe("approved");
    expect(state.verification).toMatchObject({ status: "approved", reason: null });
    expect(state.verification?.decided_at).not.toBeNull();
    const profile = await readProfile(member.agent);
    expect(profile.verification_data).toEqual({ status: "approved" });
    const mail = await newestMail(member.email);
    expect(mail?.headers.subject).toBe("Your account is verified");
    expect((await readDetail(member.verificationId)).decided_by).toBe(staff.email);
  });

  it("rejects with a reason, which the member reads, and the way is open again", async () => {
    const member = await createWaiting();
    const reason = "The back of your card is <blurred>.";
    await decide(member.verificationId, { decision: "rejected", reason: `  ${reason} ` });
    const state = await stateOf(member);
    expect(state).toMatchObject({ status: "rejected", verification: { reason } });
    const mail = await newestMail(member.email);
    expect(mail?.headers.subject).toBe("We could not verify your account yet");
    expect(mail?.text).toContain(reason);
    expect(mail?.html).toContain("&lt;blurred&gt;");
    const again = await member.agent.post("/api/user/verification", await createVerificationForm());
    expect(again.as(verificationResponseSchema).payload.status).toBe("in_progress");
  });

  it("releases the payouts that waited for it, and only where it approves", async () => {
    const maker = await createWaiting();
    const priced = await createPricedOffer(test, { staff, maker }, "99.50");
    const { payout } = offerOf(await approve(maker, priced));
    const statusOf = async () => {
      const rows = await test.database<{ status: string }[]>`
        SELECT status FROM payouts WHERE id = ${Number(payout?.id)}`;
      return rows[0]?.status;
    };
    expect(await statusOf()).toBe("awaiting_verification");
    await decide(maker.verificationId, { decision: "rejected", reason: "The card is blurred." });
    expect(await statusOf()).toBe("awaiting_verification");
    await maker.agent.post("/api/user/verification", await createVerificationForm());
    const { verification } = await stateOf(maker);
    await decide(Number(verification?.id), { decision: "approved" });
    expect(await statusOf()).toBe("ready");
  });

  it("writes to somebody in the language of their form", async () => {
    const { email, password } = await createMember(test);
    const agent = test.createAgent({ locale: "ar" });
    await agent.post("/api/login", { email, password });
    const form = await createVerificationForm();
    const response = await agent.post("/api/user/verification", form);
    const { verification } = response.as(verificationResponseSchema).payload;
    await decide(Number(verification?.id), { decision: "approved" });
    const mail = await newestMail(email);
    expect(mail?.headers.subject).toBe("حسابك موثّق");
    expect(mail?.html).toContain('dir="rtl"');
  });

  it.each([
    [{}, { decision: ["Please choose one of the buttons."], reason: ["Please give a reason."] }],
    [{ decision: "later" }, { decision: ["Please choose one of the buttons."] }],
    [{ decision: "rejected" }, { reason: ["Please give a reason."] }],
    [{ decision: "rejected", reason: "   " }, { reason: ["Please give a reason."] }],
    [{ decision: "rejected", reason: "x".repeat(501) }, { reason: ["At most 500 characters."] }],
  ])("%j is none", async (body, errors) => {
    const member = await createWaiting();
    const response = await decide(member.verificationId, body);
    expect(response.status).toBe(422);
    expect(Object.entries(errors)).toEqual(
      expect.arrayContaining(Object.entries(response.error.errors ?? { none: [] })),
    );
    expect((await stateOf(member)).status).toBe("in_progress");
  });

  it("is made once, also when two decide at the same moment", async () => {
    const member = await createWaiting();
    const other = await createMember(test, { role: "staff" });
    const responses = await Promise.all([
      decide(member.verificationId, { decision: "approved" }),
      decide(member.verificationId, { decision: "rejected", reason: "No" }, other),
      decide(member.verificationId, { decision: "approved" }, other),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { status, verification } = await stateOf(member);
    expect(status).toBe(verification?.status);
    const late = await decide(member.verificationId, { decision: "approved" });
    expect(late.error.code).toBe("verification_decided");
    const mails = await test.database`
      SELECT 1 FROM mails WHERE recipient = ${member.email}`;
    // One about its receipt, one about the decision.
    expect(mails).toHaveLength(2);
  });

  it("about oneself is nobody's", async () => {
    const self = await createMember(test, { role: "staff" });
    const sent = await self.agent.post("/api/user/verification", await createVerificationForm());
    const { verification } = sent.as(verificationResponseSchema).payload;
    const response = await decide(Number(verification?.id), { decision: "approved" }, self);
    expect(response.status).toBe(403);
    expect((await stateOf(self)).status).toBe("in_progress");
  });
});

describe("documents whose time is over", () => {
  const DAY = 24 * 60 * 60;

  it("go 30 days after the decision, not before, and what was decided stays", async () => {
    await test.database`DELETE FROM verifications`;
    test.clock.advance(2 * 60 * 60);
    await removeDeletable();
    expect(await countFiles()).toBe(0);
    const [decided, waiting] = [await createWaiting(), await createWaiting()];
    const early = await createMember(test, { role: "staff" });
    await decide(decided.verificationId, { decision: "approved" }, early);
    test.clock.advance(30 * DAY - 60);
    await removeDeletable();
    expect(await countFiles()).toBe(6);
    test.clock.advance(120);
    await removeDeletable();
    expect(await countFiles()).toBe(3);
    const { agent } = await createMember(test, { role: "staff" });
    const response = await agent.get(`${LIST}/${decided.verificationId}`);
    const detail = response.as(staffVerificationResponseSchema).payload;
    expect(detail).toMatchObject({ status: "approved", documents: [], full_name: "Mari Tamm" });
    const path = `${LIST}/${decided.verificationId}/documents/document_front`;
    expect((await agent.get(path)).status).toBe(404);
    const left = await agent.get(`${LIST}/${waiting.verificationId}`);
    expect(left.as(staffVerificationResponseSchema).payload.documents).toHaveLength(3);
  });

  it("are tried again when the store fails", async () => {
    await test.database`DELETE FROM verifications`;
    test.clock.advance(2 * 60 * 60);
    const folder = dirname(test.outboxFolder);
    const broken = {
      ...createLocalFiles(folder),
      remove: async () => {
        throw new Error("the store is away");
      },
    };
    const before = await countFiles();
    expect(before).toBeGreaterThan(0);
    const [job] = verificationJobs({ ...test.deps, files: broken });
    await expect(job?.run()).rejects.toThrow("the store is away");
    expect(await countFiles()).toBe(before);
    await verificationJobs(test.deps)[0]?.run(AbortSignal.abort());
    expect(await countFiles()).toBe(before);
    await removeDeletable();
    expect(await countFiles()).toBe(0);
    expect(await test.database`SELECT 1 FROM verification_documents`).toEqual([]);
  });
});
