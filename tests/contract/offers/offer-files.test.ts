import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { offerJobs } from "#api/offers/offers.jobs.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { createStaff, type Member, offerOf, sendOffer } from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// How the pictures of offers are stored: originals encrypted, copies checked.

let test: TestApi;
let maker: Member;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
beforeEach(async () => {
  maker = await createMember(test);
});
afterAll(() => test.close());

/** Paints a photograph with its location in the metadata. */
async function paintPhotograph(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 200, height: 150, channels: 3, background: "#000", noise } })
    .withExif({ IFD0: { Copyright: "Villa Alphaville 7" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
}

async function makeOffer() {
  const photograph = await paintPhotograph();
  const media = new File([new Uint8Array(photograph)], "photo.jpg", { type: "image/jpeg" });
  const { id } = offerOf(await sendOffer(test, maker.agent, { media }));
  const [row] = await test.database<{ key: string }[]>`
    SELECT file_key AS key FROM offers WHERE id = ${id}`;
  return { id, photograph, key: String(row?.key) };
}
const readOriginal = (id: unknown) => staff.agent.get(`/api/staff/offers/${id}/original`);
const readShown = (id: unknown, size = "full") =>
  maker.agent.get(`/api/offer/${id}/document?size=${size}`);
const runJobs = async () => {
  for (const job of offerJobs(test.deps)) await job.run();
};

describe("the original of an offer", () => {
  it("is stored encrypted, and the staff gets it byte for byte", async () => {
    const { id, photograph, key } = await makeOffer();
    expect(photograph.includes("Alphaville")).toBe(true);
    const stored = await test.deps.files.get(`${key}/original.jpg.sealed`);
    expect(stored?.includes("Alphaville")).toBe(false);
    expect(stored?.includes("JFIF")).toBe(false);
    expect(await test.deps.files.get(`${key}/original.jpg`)).toBeNull();
    expect((await readOriginal(id)).bytes.equals(photograph)).toBe(true);
  });

  it("that an earlier version stored in plain is read as before, and encrypted by the job", async () => {
    const { id, photograph, key } = await makeOffer();
    await test.deps.files.remove(`${key}/original.jpg.sealed`);
    await test.deps.files.put(`${key}/original.jpg`, photograph);
    expect((await readOriginal(id)).bytes.equals(photograph)).toBe(true);
    await runJobs();
    expect(await test.deps.files.get(`${key}/original.jpg`)).toBeNull();
    expect((await readOriginal(id)).bytes.equals(photograph)).toBe(true);
    await runJobs();
    expect((await readOriginal(id)).bytes.equals(photograph)).toBe(true);
  });

  it("in plain is found by its name, and no other once a shutdown has begun", async () => {
    const [one, two] = [await makeOffer(), await makeOffer(), await makeOffer()];
    for (const { key, photograph } of [one, two]) {
      await test.deps.files.put(`${key}/original.jpg`, photograph);
    }
    const stopping = new AbortController();
    const read: string[] = [];
    const get = (key: string) => {
      read.push(key);
      stopping.abort();
      return test.deps.files.get(key);
    };
    const [job] = offerJobs({ ...test.deps, files: { ...test.deps.files, get } });
    // It lists all files of offers, so it does not run at each start of each process.
    expect(job?.waitsAtStart).toBe(true);
    await job?.run(stopping.signal);
    expect(read).toHaveLength(1);
    await job?.run();
    expect(read.sort()).toEqual([one, two].map(({ key }) => `${key}/original.jpg`).sort());
  });

  it("that was changed, or belongs to another offer, is never sent", async () => {
    const [one, two] = [await makeOffer(), await makeOffer()];
    const encrypted = (await test.deps.files.get(`${one.key}/original.jpg.sealed`)) ?? Buffer.of();
    for (const damaged of [
      encrypted.subarray(0, 100),
      encrypted.subarray(0, encrypted.length - 1),
    ]) {
      await test.deps.files.put(`${one.key}/original.jpg.sealed`, damaged);
      expect((await readOriginal(one.id)).status).toBe(404);
    }
    await test.deps.files.put(`${two.key}/original.jpg.sealed`, encrypted);
    expect((await readOriginal(two.id)).status).toBe(404);
  });
});

it("an original whose secret was removed is not found, and a line in the log names it", async () => {
  const { id, photograph, key } = await makeOffer();
  const { config } = test.deps;
  const { sessionSecrets } = config;
  config.sessionSecrets = ["a new secret without the old one, of 32 characters"];
  await test.deps.files.remove(`${key}/thumb.webp`);
  try {
    for (const response of [await readOriginal(id), await readShown(id, "thumb")]) {
      expect(response.status).toBe(404);
      expect(response.error).toMatchObject({ code: "not_found" });
    }
  } finally {
    config.sessionSecrets = sessionSecrets;
  }
  const line = { file: `${key}/original.jpg.sealed`, msg: expect.stringMatching(/secret missing/) };
  expect(test.logged).toContainEqual(expect.objectContaining(line));
  expect((await readOriginal(id)).bytes.equals(photograph)).toBe(true);
});

describe("what is shown of an offer", () => {
  it.each(["full", "thumb"])("is made again when it was cut off or lost: %s", async (size) => {
    const { id, key } = await makeOffer();
    const name = size === "full" ? "shown.jpg" : "thumb.webp";
    const first = await readShown(id, size);
    expect(first.bytes.includes("Alphaville")).toBe(false);
    const whole = (await test.deps.files.get(`${key}/${name}`)) ?? Buffer.alloc(0);
    for (const damaged of [whole.subarray(0, whole.length / 2), null, Buffer.from(first.bytes)]) {
      if (damaged) await test.deps.files.put(`${key}/${name}`, damaged);
      else await test.deps.files.remove(`${key}/${name}`);
      expect((await readShown(id, size)).bytes.equals(first.bytes)).toBe(true);
      expect(await test.deps.files.get(`${key}/${name}`)).toEqual(whole);
    }
  });
});

describe("when the disk is full", () => {
  const fillDisk = (code: string) => {
    const { put } = test.deps.files;
    test.deps.files.put = () => Promise.reject(Object.assign(new Error("full"), { code }));
    return () => {
      test.deps.files.put = put;
    };
  };

  it.each([
    "ENOSPC",
    "EDQUOT",
  ])("an upload says so, and leaves nothing behind: %s", async (code) => {
    const media = new File([new Uint8Array(await paintPhotograph())], "a.jpg");
    const empty = fillDisk(code);
    const offer = await sendOffer(test, maker.agent, { media });
    const verification = await maker.agent.post(
      "/api/user/verification",
      await createVerificationForm(),
    );
    empty();
    for (const response of [offer, verification]) {
      expect(response.status).toBe(507);
      expect(response.headers.get("retry-after")).toBe("300");
      expect(response.error).toMatchObject({
        code: "storage_full",
        message: "This cannot be stored at the moment. Please try again later.",
      });
    }
    const rows = await test.database`SELECT 1 FROM offers WHERE user_id = ${maker.id}`;
    expect([...rows]).toEqual([]);
    expect((await sendOffer(test, maker.agent, { media })).status).toBe(200);
  });

  it("a picture that only has to be made again is still sent", async () => {
    const { id, key } = await makeOffer();
    const first = await readShown(id);
    await test.deps.files.remove(`${key}/shown.jpg`);
    const empty = fillDisk("ENOSPC");
    const response = await readShown(id);
    empty();
    expect(response.bytes.equals(first.bytes)).toBe(true);
  });
});
