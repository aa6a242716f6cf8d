import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertImage } from "#api/catalog/images.queries.ts";
import { renditionUrl, storeOriginal } from "#api/catalog/images.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// The processes in which the built product decodes, encodes and paints: not the server's own.

const SECRET = "a-secret-of-the-shop-that-is-long-enough";

let product: RunningProduct;
let agent: ApiAgent;
let promptId: number;
let hash: string;
beforeAll(async () => {
  product = await startProduct({ env: { SEED_DEMO: "0", SESSION_SECRET: SECRET } });
  const { dataDir, url } = product;
  const files = createLocalFiles(join(dataDir, "files"));
  const create = { width: 1000, height: 1000, channels: 3 as const, background: "#8a7f66" };
  const picture = await storeOriginal(files, await sharp({ create }).png().toBuffer());
  hash = picture.hash;
  const email = await withProductDatabase(async (database) => {
    await insertImage(database, picture);
    await database`INSERT INTO categories (slug) VALUES ('posters')`;
    const [row] = await database<{ id: number }[]>`
      INSERT INTO products (slug, category_id, titles, prompt, price_cents, picture_hash)
      SELECT 'poster', id, '{"en": "Poster"}', 'A fox in snow', 100, ${hash} FROM categories
      RETURNING id`;
    promptId = row?.id ?? 0;
    const user = await createUser(database);
    await giveCredits(database, user.id, 1_000);
    return user.email;
  }, dataDir);
  agent = new ApiAgent((request) => fetch(request), { appUrl: url });
  await agent.fetchToken();
  expect((await agent.post("/api/login", { email, password: PASSWORD })).status).toBe(200);
});
afterAll(() => product.remove());

/** Requests a rendition for the first time, by its width and format. */
const requestRendition = (width: number, format: "avif" | "webp" | "jpg") =>
  fetch(product.url + renditionUrl(hash, width, format));

const generate = () =>
  agent.post("/api/purchase/generate-image", {
    ...{ prompt_id: promptId, wait_seconds: 20, size: "512x512", format: "png" },
    operation_id: randomUUID(),
  });

/**
 * Reads the ids of the server's children from the kernel; ended ones stay until they are reaped.
 */
function listChildren(): number[] {
  const { pid } = product.process;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

const listImageProcesses = () =>
  listChildren().filter((pid) => read(pid, "cmdline").includes("image-program.js"));

function read(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

const LIBRARIES = /libvips|sharp|skia|canvas/;

it("an upload that is no image is rejected, not an error", async () => {
  const form = await createVerificationForm();
  for (const name of [...form.keys()]) {
    if (form.get(name) instanceof Blob) form.set(name, new Blob([randomBytes(999)]), "scan.jpg");
  }
  const { status } = await agent.post("/api/user/verification", form);
  expect(status).toBe(422);
});

it("renditions, downloads, uploads, link previews and paintings load no image library into the server", async () => {
  expect((await requestRendition(160, "avif")).status).toBe(200);
  const bought = await agent.post("/api/purchase/prompt", {
    prompt_id: promptId,
    consent: CONSENT,
  });
  expect(bought.status, bought.text).toBe(200);
  const { payload } = bought.body as { payload: { order: { id: number } } };
  const download = await agent.get(`/api/purchase/${payload.order.id}/download`);
  expect(download.status).toBe(200);
  const sent = await agent.post("/api/user/verification", await createVerificationForm());
  expect(sent.status, sent.text).toBe(200);
  const page = await (await fetch(`${product.url}/en/products/poster`)).text();
  const [, preview = ""] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
  const { pathname } = new URL(preview);
  expect(pathname).toContain("/media/share/");
  expect((await fetch(product.url + pathname)).status).toBe(200);
  expect((await generate()).status).toBe(200);
  expect(read(product.process.pid, "maps")).toContain("/node");
  expect(read(product.process.pid, "maps")).not.toMatch(LIBRARIES);
  const maps = listImageProcesses().map((pid) => read(pid, "maps"));
  expect(maps.join("")).toMatch(/libvips/);
  expect(maps.join("")).toMatch(/skia/);
});

it("image processes have no secrets, and a lower priority", async () => {
  await requestRendition(160, "webp");
  const pids = listImageProcesses();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) {
    const environment = read(pid, "environ");
    expect(environment).toContain("NODE_ENV=production");
    expect(environment).not.toContain(SECRET);
    expect(environment).not.toContain("DATA_DIR");
    expect(getPriority(pid)).toBeGreaterThan(getPriority(product.process.pid));
  }
});

it("a crash of one costs the shop nothing: the next rendition comes from another", async () => {
  const before = listImageProcesses();
  for (const pid of before) process.kill(pid, "SIGSEGV");
  await expect.poll(() => listChildren().filter((pid) => before.includes(pid))).toEqual([]);
  expect((await requestRendition(320, "jpg")).status).toBe(200);
  expect(product.process.exitCode).toBeNull();
});

it("none outlives a server that is killed", async () => {
  await requestRendition(480, "avif");
  const pids = listImageProcesses();
  expect(pids.length).toBeGreaterThan(0);
  product.process.kill("SIGKILL");
  await once(product.process, "exit");
  // A process that has ended may not be reaped yet; then it has no command line.
  await expect.poll(() => pids.map((pid) => read(pid, "cmdline"))).toEqual(pids.map(() => ""));
});
