import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertImage } from "#api/catalog/images.queries.ts";
import { storeOriginal } from "#api/catalog/images.ts";
import { generationResponseSchema } from "#api/contract/generations.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import type { RunningProduct } from "#tests/setup/product/running-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { root } from "#tests/setup/repository/sources.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import { createBuyer, createStaffAgent } from "../buyers.ts";
import {
  expectWholeDocuments,
  startThreeProcesses,
  type ThreeProcesses,
  waitForRequests,
} from "./three-processes.ts";

// Three processes on one folder while people read and buy: its disk is full, its cached files are
// cut off, and the built-in image engine never finishes. Mounts a small disk, which needs root.

const DISK_MB = 24;
const DAMAGES = 20;
const OWNERS = 6;
/** Six painters keep the cores busy, yet some requests must still get through. */
const REQUESTS_MIN = 20;
const GIFT_CENTS = 1_000;
/** A picture fails after 90 s, however long it waits for one of the two painters of its process. */
const PICTURES_MS = 240_000;

type Owner = { agent: ApiAgent; promptId: number; orderId: number; zip: string };

const disk = mkdtempSync(join(tmpdir(), "promptory-disk-"));
/** A folder on the disk: its root cannot be removed while it is mounted. */
const dataDir = join(disk, "data");
const build = mkdtempSync(join(tmpdir(), "promptory-build-"));
let shop: ThreeProcesses;
let front: RunningProduct;
let owners: Owner[];

beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m,mode=755`, "tmpfs", disk]);
  // A copy of this build with an engine that never finishes.
  cpSync(join(root, "build"), join(build, "build"), { recursive: true });
  for (const name of ["node_modules", "package.json"])
    symlinkSync(join(root, name), join(build, name));
  appendFileSync(
    join(build, "build/server/image-program.js"),
    '\nprocess.prependListener("message", ({ name }) => { while (name === "paint"); });\n',
  );
  shop = await startThreeProcesses({}, { dataDir, folder: build });
  front = { ...(shop.replicas[0] as RunningProduct), url: shop.balancer.url };
  owners = await createOwners();
});
afterAll(async () => {
  await shop.remove();
  execFileSync("umount", [disk]);
  for (const folder of [disk, build]) rmSync(folder, { recursive: true, force: true });
});

/** Creates members who each have an order of one picture, and its expected zip. */
async function createOwners(): Promise<Owner[]> {
  const canvas = { width: 640, height: 480, channels: 3 as const, background: "#8a7f66" };
  const files = createLocalFiles(join(dataDir, "files"));
  const picture = await storeOriginal(files, await sharp({ create: canvas }).png().toBuffer());
  await insertImage(shop.database, picture);
  const [product] = await shop.database<{ id: number }[]>`
    UPDATE products SET picture_hash = ${picture.hash} WHERE slug = 'torture-1' RETURNING id`;
  const promptId = product?.id ?? 0;
  const created: Owner[] = [];
  // Sequentially: simultaneous purchases wait for the next document number, and may get 503.
  for (let count = 0; count < OWNERS; count++) {
    const agent = await createBuyer(front, shop.database, GIFT_CENTS);
    const body = { prompt_id: promptId, consent: CONSENT };
    const bought = await agent.post("/api/purchase/prompt", body);
    expect(bought.status, bought.text).toBe(200);
    const orderId = Number(bought.as(purchaseResponseSchema).payload.order.id);
    const owner = { agent, promptId, orderId, zip: "" };
    created.push({ ...owner, zip: (await download(owner)).zip });
  }
  return created;
}

async function download({ agent, orderId }: Owner): Promise<{ status: number; zip: string }> {
  const { status, bytes } = await agent.get(`/api/purchase/${orderId}/download`);
  return { status, zip: bytes.toString("base64") };
}

const keptDownloads = () =>
  readdirSync(join(dataDir, "files/downloads"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Writes a file until there is no space left. */
function fill(path: string): void {
  const page = Buffer.alloc(4096);
  expect(() => {
    for (;;) appendFileSync(path, page);
  }).toThrow("ENOSPC");
}

/** Uploads the documents of a verification; returns its id if they were accepted. */
async function upload({ agent }: Owner): Promise<{ status: number; id: number }> {
  const form = await createVerificationForm();
  const { status, body } = await agent.post("/api/user/verification", form);
  const { payload } = body as { payload?: { verification: { id: number } } };
  return { status, id: payload?.verification.id ?? 0 };
}

it(`a kept download that is cut off ${DAMAGES} times comes whole each time`, async () => {
  const load = shop.startLoad();
  try {
    for (let damage = 0; damage < DAMAGES; damage++) {
      const kept = keptDownloads();
      expect(kept.length).toBeGreaterThan(0);
      for (const path of kept) truncateSync(path, damage * 97);
      const downloads = await Promise.all(owners.map(download));
      expect(downloads).toEqual(owners.map(({ zip }) => ({ status: 200, zip })));
    }
  } finally {
    await load.stop();
  }
  console.info(`${DAMAGES} cut downloads: ${load.requests} requests, ${load.failed.length} failed`);
  expect(load.failed).toEqual([]);
});

it("a full disk rejects uploads with 507 and nothing else, and loses none it acknowledged", async () => {
  const filler = join(disk, "filler");
  const load = shop.startLoad();
  const sent: number[] = [];
  const statuses: Record<number, number> = {};
  const uploadAll = () =>
    Promise.all(
      owners.map(async (owner) => {
        const { status, id } = await upload(owner);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 200) sent.push(id);
      }),
    );
  try {
    for (const path of keptDownloads()) rmSync(path);
    fill(filler);
    await uploadAll();
    expect(statuses).toEqual({ 507: OWNERS });
    // Files that can be made again are served, although they cannot be cached.
    expect(await Promise.all(owners.map(download))).toEqual(
      owners.map(({ zip }) => ({ status: 200, zip })),
    );
    expect(keptDownloads()).toEqual([]);
    const ready = await Promise.all(shop.replicas.map(({ url }) => fetch(`${url}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([503, 503, 503]);
    await waitForRequests(load, 50);
    rmSync(filler);
    const isReady = () => fetch(`${front.url}/readyz`).then(({ ok }) => ok);
    await expect.poll(isReady).toBe(true);
    await uploadAll();
  } finally {
    await load.stop();
  }
  console.info(`a full disk: ${load.requests} requests, ${load.failed.length} failed`, statuses);
  expect(statuses).toEqual({ 507: OWNERS, 200: OWNERS });
  expect(load.failed).toEqual([]);
  await expectWholeDocuments(await createStaffAgent(front, shop.database), sent);
  await shop.expectNothingLost();
});

it("an engine that never ends a picture costs nobody anything and holds up nobody else", {
  timeout: PICTURES_MS * 2,
}, async () => {
  const load = shop.startLoad();
  try {
    const balances = await Promise.all(owners.map(({ agent }) => balanceOf(agent)));
    const states = owners.map(async ({ agent, promptId }) => {
      const asked = await agent.post("/api/purchase/generate-image", {
        ...{ prompt_id: promptId, wait_seconds: 0, size: "512x512", format: "png" },
        operation_id: crypto.randomUUID(),
      });
      expect(asked.status, asked.text).toBe(202);
      const { id } = asked.as(generationResponseSchema).payload;
      const readState = async () =>
        (await agent.get(`/api/generations/${id}`)).as(generationResponseSchema).payload.state;
      await expect.poll(readState, { timeout: PICTURES_MS, interval: 500 }).toBe("failed");
    });
    await Promise.all(states);
    expect(await Promise.all(owners.map(({ agent }) => balanceOf(agent)))).toEqual(balances);
  } finally {
    await load.stop();
  }
  console.info(
    `${OWNERS} pictures without end on ${availableParallelism()} cores: ${load.requests} requests, ${load.failed.length} failed`,
  );
  expect(load.failed).toEqual([]);
  expect(load.requests).toBeGreaterThan(REQUESTS_MIN);
  const said = shop.replicas.map((replica) => replica.output()).join();
  expect(said.split("a picture was not made in time").length - 1).toBeGreaterThanOrEqual(OWNERS);
  expect(shop.replicas.map(({ process }) => process.exitCode)).toEqual([null, null, null]);
  await shop.expectNothingLost();
});
