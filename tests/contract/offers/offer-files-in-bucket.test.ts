import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createS3Files } from "#api/providers/files/s3/s3-files.ts";
import { createMember } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  createStaff,
  type Member,
  offerOf,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";
import { type Fault, type S3Server, startS3 } from "#tests/setup/servers/s3/s3-server.ts";

// Pictures of offers with files in a bucket: users get the same as from a folder.

let scratchFolder: string;
let s3: S3Server;
let test: TestApi;
let maker: Member;
let staff: Member;

beforeAll(async () => {
  scratchFolder = await mkdtemp(join(tmpdir(), "promptory-scratch-"));
  s3 = await startS3();
  const files = createS3Files(s3.settings, { scratchFolder, requestMs: 60_000, attempts: 1 });
  test = await createTestApi({ files });
  staff = await createStaff(test);
  maker = await createMember(test);
});
afterEach(() => s3.setFault(null));
afterAll(async () => {
  await test.close();
  await s3.close();
  await rm(scratchFolder, { recursive: true, force: true });
});

const fail = (fault: Fault) => s3.setFault(() => fault);
const FULL: Fault = { kind: "error", status: 507, code: "XMinioStorageFull" };
const GONE: Fault = { kind: "reset" };

describe("an offer whose files are in a bucket", () => {
  it("is sent and shown with the headers that it has from a folder, by us alone", async () => {
    const folder = await createTestApi();
    try {
      const [seller, team] = [await createMember(folder), await createStaff(folder)];
      const media = await paintFile("png");
      const ids = [
        offerOf(await sendOffer(test, maker.agent, { media })).id,
        offerOf(await sendOffer(folder, seller.agent, { media })).id,
      ];
      const read = (owner: Member, reviewer: Member, id: unknown) => [
        owner.agent.get(`/api/offer/${id}/document?size=full`),
        owner.agent.get(`/api/offer/${id}/document?size=thumb`),
        reviewer.agent.get(`/api/staff/offers/${id}/original`),
      ];
      const ours = await Promise.all(read(maker, staff, ids[0]));
      const theirs = await Promise.all(read(seller, team, ids[1]));
      for (const [index, response] of ours.entries()) {
        expect(response.status).toBe(200);
        expect(response.bytes.equals(theirs[index]?.bytes ?? Buffer.of())).toBe(true);
        const names = ["content-type", "content-length", "cache-control", "content-disposition"];
        for (const name of names) {
          const value = theirs[index]?.headers.get(name)?.replace(`${ids[1]}`, `${ids[0]}`);
          expect(response.headers.get(name) ?? undefined, name).toBe(value);
        }
      }
      const other = await createMember(test);
      expect((await other.agent.get(`/api/offer/${ids[0]}/document`)).status).toBe(404);
      // Encrypted before it leaves the machine.
      const original = [...s3.bucket.objects].find(([key]) => key.endsWith(".sealed"));
      expect(original?.[1].bytes.includes("IHDR")).toBe(false);
    } finally {
      await folder.close();
    }
  });

  it("is rejected while the bucket is full or gone, and nothing of it is stored", async () => {
    const media = await paintFile("png");
    const count = async () => (await test.database`SELECT id FROM offers`).length;
    const before = await count();
    for (const [fault, status, code] of [
      [FULL, 507, "storage_full"],
      [GONE, 503, "storage_unavailable"],
    ] as const) {
      fail(fault);
      const response = await sendOffer(test, maker.agent, { media });
      expect(response.status).toBe(status);
      expect(response.error.code).toBe(code);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await count()).toBe(before);
    }
    s3.setFault(null);
    expect((await sendOffer(test, maker.agent, { media })).status).toBe(200);
  });

  it("is not shown with what somebody else's server sends: it is made again, or an error", async () => {
    const { id } = offerOf(await sendOffer(test, maker.agent, { media: await paintFile("jpg") }));
    const path = `/api/offer/${id}/document?size=thumb`;
    const whole = await maker.agent.get(path);
    s3.setFault(({ key }) => (key.endsWith("thumb.webp") ? { kind: "wrongBytes" } : null));
    const again = await maker.agent.get(path);
    expect(again.status).toBe(200);
    expect(again.bytes.equals(whole.bytes)).toBe(true);
    fail({ kind: "wrongBytes" });
    expect((await maker.agent.get(path)).status).toBe(503);
    expect((await staff.agent.get(`/api/staff/offers/${id}/original`)).status).toBe(503);
    fail({ kind: "cutOff" });
    expect((await staff.agent.get(`/api/staff/offers/${id}/original`)).status).toBe(503);
  });
});
