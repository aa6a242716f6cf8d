import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verificationResponseSchema } from "#api/contract/verification.ts";
import { toEnglish } from "#api/http/messages.ts";
import { IMAGE_PROBLEMS } from "#api/providers/images/uploaded-image.ts";
import { verificationJobs } from "#api/verification/verification.jobs.ts";
import { deleteVerifications } from "#api/verification/verification.queries.ts";
import {
  VERIFICATION_BYTES_MAX,
  VERIFICATIONS_PER_MINUTE_MAX,
} from "#api/verification/verification.routes.ts";
import type { VerificationStatus } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import { DOCUMENT_BYTES_MAX, DOCUMENT_SIDE_PX_MIN } from "#domain/verification.ts";
import { createMember } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { paintBomb } from "#tests/setup/records/hostile-images.ts";
import { deliverMailsTo } from "#tests/setup/records/queued-mails.ts";
import {
  createVerificationForm,
  fileOf,
  paintScan,
  VERIFICATION,
} from "#tests/verification-factories.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
  // A Friday: two business days later is Tuesday.
  test.clock.stop(new Date("2026-11-20T10:00:00Z"));
});
afterAll(() => test.close());

const PATH = "/api/user/verification";
type Member = Awaited<ReturnType<typeof createMember>>;
const send = ({ agent }: Pick<Member, "agent">, form: FormData) => agent.post(PATH, form);
const stateOf = async ({ agent }: Pick<Member, "agent">) =>
  (await agent.get(PATH)).as(verificationResponseSchema).payload;
const countRows = async (userId: number) =>
  (await test.database`SELECT 1 FROM verifications WHERE user_id = ${userId}`).length;
const countDocuments = async () =>
  (await test.database`SELECT 1 FROM verification_documents`).length;
const countFiles = async () => {
  const folder = join(dirname(test.outboxFolder), "documents");
  return (await readdir(folder).catch(() => [])).length;
};
const mailsTo = (address: string) => deliverMailsTo(test, address);
const setStatus = (userId: number, status: VerificationStatus) =>
  test.database`UPDATE users SET verification_status = ${status} WHERE id = ${userId}`;

describe("a verification", () => {
  it("is sent by a member and is then in progress, with a date for the reply", async () => {
    const member = await createMember(test);
    expect(await stateOf(member)).toEqual({ status: "none", verification: null });
    const response = await send(member, await createVerificationForm());
    expect(response.status).toBe(200);
    const { confirm: _, ...said } = VERIFICATION;
    const expected = {
      status: "in_progress",
      verification: {
        ...said,
        id: expect.any(Number),
        status: "in_progress",
        created_at: "2026-11-20T10:00:00.000Z",
        expected_by: "2026-11-24",
        decided_at: null,
        reason: null,
      },
    };
    expect(response.as(verificationResponseSchema).payload).toEqual(expected);
    expect(await stateOf(member)).toEqual(expected);
    const profile = await readProfile(member.agent);
    expect(profile.verification_data).toEqual({ status: "in_progress" });
  });

  it("is visible to the member alone", async () => {
    const [member, other] = [await createMember(test), await createMember(test)];
    await send(member, await createVerificationForm());
    expect(await stateOf(other)).toEqual({ status: "none", verification: null });
    expect((await test.createAgent().get(PATH)).status).toBe(401);
    const guest = await test.createAgent().post(PATH, await createVerificationForm());
    expect(guest.status).toBe(401);
  });

  it("needs only one side of a passport, and does not keep another", async () => {
    const member = await createMember(test);
    const form = await createVerificationForm({ document_type: "passport" });
    expect((await send(member, form)).status).toBe(200);
    const parts = await test.database`
      SELECT part FROM verification_documents d JOIN verifications v ON v.id = d.verification_id
      WHERE v.user_id = ${member.id} ORDER BY part`;
    expect(parts.map(({ part }) => part)).toEqual(["address_document", "document_front"]);
  });

  it.each(["identity_card", "driving_licence"])("needs both sides of a %s", async (type) => {
    const member = await createMember(test);
    const missing = { document_type: type, document_back: undefined };
    const response = await send(member, await createVerificationForm(missing));
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ document_back: ["Upload required files"] });
    expect(await countRows(member.id)).toBe(0);
  });

  it("that lacks something says what, field by field", async () => {
    const member = await createMember(test);
    const form = new FormData();
    form.set("operation_id", randomUUID());
    form.set("document_type", "identity_card");
    const response = await send(member, form);
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({
      full_name: ["Full name is required"],
      date_of_birth: ["Date of birth is required"],
      nationality: ["Nationality is required"],
      phone: ["Phone number is required"],
      address: ["Address is required"],
      city: ["City is required"],
      country: ["Country is required"],
      document_front: ["Upload required files"],
      document_back: ["Upload required files"],
      address_document_type: ["Please select a document type"],
      address_document: ["Upload required files"],
      confirm: ["You must confirm that your information is correct"],
    });
    expect((await stateOf(member)).status).toBe("none");
  });

  it.each([
    ["full_name", "  ", "Full name is required"],
    ["full_name", "x".repeat(161), "At most 160 characters."],
    ["date_of_birth", "28.02.1990", "Please enter a valid date of birth."],
    ["date_of_birth", "1990-02-30", "Please enter a valid date of birth."],
    ["date_of_birth", "2008-11-21", "You must be at least 18 years old."],
    ["nationality", "XX", "Nationality is required"],
    ["nationality", "Estonia", "Nationality is required"],
    ["phone", "call me", "Please enter a phone number, for example +372\u00a0600\u00a01000."],
    ["address", "x".repeat(201), "At most 200 characters."],
    ["city", " ", "City is required"],
    ["state", "x".repeat(121), "At most 120 characters."],
    ["country", "ee", "Country is required"],
    ["country", "ZZ", "Country is required"],
    ["document_type", "library_card", "Please select a document type"],
    ["address_document_type", "postcard", "Please select a document type"],
    ["confirm", "off", "You must confirm that your information is correct"],
    ["operation_id", "7", "This form is incomplete. Please send it again."],
  ])("with %s %j is rejected", async (field, value, message) => {
    const member = await createMember(test);
    const response = await send(member, await createVerificationForm({ [field]: value }));
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ [field]: [message] });
    expect(await countRows(member.id)).toBe(0);
  });

  it("is open to somebody who turns 18 today, and needs no state", async () => {
    const member = await createMember(test);
    const form = await createVerificationForm({ date_of_birth: "2008-11-20", state: undefined });
    const { payload } = (await send(member, form)).as(verificationResponseSchema);
    expect(payload.verification).toMatchObject({ date_of_birth: "2008-11-20", state: null });
  });

  it.each([
    ["in_progress", "verification_in_progress"],
    ["approved", "verification_approved"],
  ] as const)("cannot be sent by somebody who is %s", async (status, code) => {
    const member = await createMember(test);
    await setStatus(member.id, status);
    const response = await send(member, await createVerificationForm());
    expect(response.status).toBe(409);
    expect(response.error.code).toBe(code);
    expect(await countRows(member.id)).toBe(0);
  });

  it("is followed by a mail in the member's language, with the date", async () => {
    const { agent: _, ...user } = await createMember(test);
    const agent = test.createAgent({ locale: "de" });
    await agent.post("/api/login", { email: user.email, password: user.password });
    await agent.post(PATH, await createVerificationForm());
    // The sign-in from another network also sends a mail.
    const mails = await mailsTo(user.email);
    const mail = mails.find(({ headers }) => headers.subject === "Ihre Dokumente sind da");
    expect(mail?.text).toContain("spätestens am 24.11.2026");
    expect(mail?.text).toContain("Guten Tag Mari Tamm,");
    expect(mail?.text).toContain("/de/dashboard/verification");
    expect(mail?.text).not.toContain("{{");
  });

  it("comes at most so often a minute from one member", async () => {
    const member = await createMember(test);
    const empty = new FormData();
    for (let count = 1; count <= VERIFICATIONS_PER_MINUTE_MAX; count++) {
      expect((await send(member, empty)).status).toBe(422);
    }
    expect((await send(member, empty)).status).toBe(429);
  });
});

describe("a verification that is sent twice", () => {
  it("under the same operation is one, and returns the same verification", async () => {
    const member = await createMember(test);
    const operation_id = randomUUID();
    const first = await send(member, await createVerificationForm({ operation_id }));
    const second = await send(member, await createVerificationForm({ operation_id }));
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await countRows(member.id)).toBe(1);
    expect(await mailsTo(member.email)).toHaveLength(1);
  });

  it("at the same moment is one too, and leaves no file behind", async () => {
    const member = await createMember(test);
    const [documents, files] = [await countDocuments(), await countFiles()];
    const operation_id = randomUUID();
    const form = () => createVerificationForm({ operation_id });
    const responses = await Promise.all([1, 2, 3].map(async () => send(member, await form())));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await countRows(member.id)).toBe(1);
    expect(await countDocuments()).toBe(documents + 3);
    expect(await countFiles()).toBe(files + 3);
  });

  it("is one too while the files of the second cannot be removed", async () => {
    const member = await createMember(test);
    const { remove } = test.deps.files;
    test.deps.files.remove = () => Promise.reject(new DomainError("storage_unavailable"));
    const operation_id = randomUUID();
    const form = () => createVerificationForm({ operation_id });
    const responses = await Promise.all([1, 2].map(async () => send(member, await form())));
    test.deps.files.remove = remove;
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("whose files the job may remove meanwhile is rejected as a whole, and can be sent again", async () => {
    const member = await createMember(test);
    const { put } = test.deps.files;
    const delay = (run: () => Promise<unknown>) => {
      let stored = 0;
      test.deps.files.put = async (key, bytes) => {
        await put(key, bytes);
        stored += 1;
        if (stored === 3) await run();
      };
    };
    const removal = async () => {
      for (const job of verificationJobs(test.deps)) await job.run();
    };
    // As when the database's clock is changed meanwhile.
    for (const [seconds, run] of [
      [3_601, removal],
      [1_801, async () => {}],
      [-1_801, async () => {}],
    ] as const) {
      delay(async () => {
        test.clock.advance(seconds);
        await run();
      });
      const response = await send(member, await createVerificationForm());
      test.clock.advance(-seconds);
      expect(response.rejection).toEqual([503, "storage_unavailable"]);
      expect([(await stateOf(member)).status, await countRows(member.id)]).toEqual(["none", 0]);
    }
    test.deps.files.put = put;
    expect((await send(member, await createVerificationForm())).status).toBe(200);
  });

  it("as two operations at the same moment is one, and the other gets an error", async () => {
    const member = await createMember(test);
    const responses = await Promise.all(
      [1, 2].map(async () => send(member, await createVerificationForm())),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await countRows(member.id)).toBe(1);
  });

  it.each([
    ["another field", async () => ({ city: "Tartu" })],
    ["another file", async () => ({ address_document: fileOf(await paintScan("png")) })],
  ])("under the same operation with %s is rejected", async (_what, change) => {
    const member = await createMember(test);
    const operation_id = randomUUID();
    await send(member, await createVerificationForm({ operation_id }));
    const changed = { ...(await change()), operation_id };
    const response = await send(member, await createVerificationForm(changed));
    expect(response.status).toBe(422);
    expect(response.error.code).toBe("operation_conflict");
  });
});

describe("a document", () => {
  const UNREADABLE = "Please upload an image: JPG, PNG or WebP.";
  const rejected: [string, () => Promise<Uint8Array>, string][] = [
    ["an SVG", async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), UNREADABLE],
    ["a text called .jpg", async () => Buffer.from("I am a picture, honestly."), UNREADABLE],
    ["nothing", async () => Buffer.alloc(0), UNREADABLE],
    ["half a JPEG", async () => (await paintScan()).subarray(0, 2000), UNREADABLE],
    ["a PDF", async () => Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj"), UNREADABLE],
    [
      "a GIF",
      () =>
        sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
          .gif()
          .toBuffer(),
      UNREADABLE,
    ],
    [
      "a PNG of 16000 × 16000 pixels",
      async () => paintBomb(16_000),
      toEnglish(IMAGE_PROBLEMS.tooLarge),
    ],
    [
      "a picture of a single pixel",
      () => paintScan("png", { width: 1, height: 1 }),
      "This image is too small. Please choose one of at least 400 pixels on the longer side.",
    ],
    [
      "a picture of 399 × 399 pixels",
      () =>
        paintScan("jpeg", { width: DOCUMENT_SIDE_PX_MIN - 1, height: DOCUMENT_SIDE_PX_MIN - 1 }),
      "This image is too small. Please choose one of at least 400 pixels on the longer side.",
    ],
    [
      "more than 5 MB",
      async () => Buffer.concat([await paintScan(), Buffer.alloc(DOCUMENT_BYTES_MAX)]),
      "File size exceeds 5MB",
    ],
  ];

  it.each(rejected)("is not %s", async (_what, make, message) => {
    const member = await createMember(test);
    const documents = await countDocuments();
    const bad = fileOf(await make());
    const response = await send(member, await createVerificationForm({ document_front: bad }));
    expect(response.status).toBe(422);
    expect(response.error.errors).toEqual({ document_front: [message] });
    expect(await countRows(member.id)).toBe(0);
    expect(await countDocuments()).toBe(documents);
  });

  it("may be as small as that on its longer side", async () => {
    const member = await createMember(test);
    const least = await paintScan("png", { width: 300, height: DOCUMENT_SIDE_PX_MIN });
    const form = await createVerificationForm({ document_front: fileOf(least) });
    expect((await send(member, form)).status).toBe(200);
  });

  it("that is none is listed together with the others", async () => {
    const member = await createMember(test);
    const bad = () => fileOf(Buffer.from("no picture"));
    const wrong = { document_front: bad(), document_back: bad(), address_document: bad() };
    const response = await send(member, await createVerificationForm(wrong));
    expect(response.invalidFields.sort()).toEqual(Object.keys(wrong).sort());
  });

  it("may have 5 MB to the byte", async () => {
    const member = await createMember(test);
    const scan = await paintScan();
    const full = Buffer.concat([scan, Buffer.alloc(DOCUMENT_BYTES_MAX - scan.length)]);
    const form = await createVerificationForm({ document_front: fileOf(full) });
    expect((await send(member, form)).status).toBe(200);
  });

  it("beyond the limit of the whole form is not even read", async () => {
    const member = await createMember(test);
    const huge = fileOf(Buffer.alloc(VERIFICATION_BYTES_MAX + 100_000));
    const response = await send(member, await createVerificationForm({ document_front: huge }));
    expect(response.status).toBe(413);
  });

  it("is kept encrypted: no file holds a picture, or what hid behind one", async () => {
    const member = await createMember(test);
    const secret = "<script>alert('behind the picture')</script>";
    const polyglot = Buffer.concat([await paintScan(), Buffer.from(secret)]);
    const form = await createVerificationForm({ document_front: fileOf(polyglot) });
    expect((await send(member, form)).status).toBe(200);
    const rows = await test.database<{ fileKey: string }[]>`
      SELECT file_key AS "fileKey" FROM verification_documents d
        JOIN verifications v ON v.id = d.verification_id WHERE v.user_id = ${member.id}`;
    expect(rows).toHaveLength(3);
    for (const { fileKey } of rows) {
      expect(fileKey).toMatch(/^documents\//);
      const bytes = await readFile(join(dirname(test.outboxFolder), fileKey));
      await expect(sharp(bytes).metadata()).rejects.toThrow("unsupported image format");
      for (const trace of ["JFIF", "IHDR", "WEBP", secret, "Exif"]) {
        expect(bytes.includes(trace)).toBe(false);
      }
    }
  });
});

describe("when an account goes", () => {
  it("its verifications go, and the files with them", async () => {
    const member = await createMember(test);
    await send(member, await createVerificationForm());
    const owned = await test.database`
      SELECT file_key FROM verification_documents d
        JOIN verifications v ON v.id = d.verification_id WHERE v.user_id = ${member.id}`;
    await deleteVerifications(test.database, member.id);
    expect(await countRows(member.id)).toBe(0);
    const left = await test.database`
      SELECT 1 FROM verification_documents
      WHERE file_key IN ${test.database(owned.map(({ file_key }) => file_key))}
        AND verification_id IS NULL`;
    expect(left).toHaveLength(3);
  });
});
