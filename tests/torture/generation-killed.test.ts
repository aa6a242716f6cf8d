import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Generation,
  generationHistoryResponseSchema,
  generationResponseSchema,
} from "#api/contract/generations.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import {
  COMFY_WORKFLOW,
  ComfyUiServer,
} from "#tests/setup/servers/image-servers/comfyui-server.ts";
import type { ImageServer } from "#tests/setup/servers/image-servers/image-server.ts";
import { OPENAI_KEY, OpenAiServer } from "#tests/setup/servers/image-servers/openai-server.ts";
import { SDWEBUI_LOGIN, SdWebUiServer } from "#tests/setup/servers/image-servers/sdwebui-server.ts";
import { createBuyer, filesOf, insertProducts, withDatabase } from "./buyers.ts";

// The built product is killed while it generates a picture, with its own engine and with each
// model. After one kill the picture is still made; after two, the screen reports a failure. Neither
// costs anything.

type Model = {
  env: Record<string, string>;
  server: ImageServer | null;
  /** The path of the model server's endpoint for generating a picture. */
  path: string;
  /** Holds the next `count` pictures forever. */
  hold(count: number): void;
};

const folder = mkdtempSync(join(tmpdir(), "promptory-killed-"));
const openAi = new OpenAiServer();
const sdWebUi = new SdWebUiServer();
const comfyUi = new ComfyUiServer();
const holdAt = (server: ImageServer, path: string) => (count: number) =>
  server.fail(path, ...Array.from({ length: count }, () => ({ kind: "silent" }) as const));

const MODELS: Record<string, () => Model> = {
  procedural: () => ({ env: {}, server: null, path: "", hold: () => {} }),
  openai: () => ({
    env: { IMAGE_API_URL: openAi.url, IMAGE_API_KEY: OPENAI_KEY, IMAGE_MODEL: "gpt-image-1" },
    server: openAi,
    path: "/v1/images/generations",
    hold: holdAt(openAi, "/v1/images/generations"),
  }),
  sdwebui: () => ({
    env: { IMAGE_API_URL: sdWebUi.url, IMAGE_API_KEY: SDWEBUI_LOGIN },
    server: sdWebUi,
    path: "/sdapi/v1/txt2img",
    hold: holdAt(sdWebUi, "/sdapi/v1/txt2img"),
  }),
  comfyui: () => ({
    env: { IMAGE_API_URL: comfyUi.url, IMAGE_WORKFLOW: join(folder, "workflow.json") },
    server: comfyUi,
    path: "/prompt",
    hold: holdAt(comfyUi, "/prompt"),
  }),
};

beforeAll(async () => {
  await Promise.all([openAi.start(), sdWebUi.start(), comfyUi.start()]);
  writeFileSync(join(folder, "workflow.json"), JSON.stringify(COMFY_WORKFLOW));
});
afterAll(async () => {
  await Promise.all([openAi.stop(), sdWebUi.stop(), comfyUi.stop()]);
  rmSync(folder, { recursive: true });
});

async function createOwner(
  product: RunningProduct,
): Promise<{ agent: ApiAgent; promptId: number }> {
  const made: { agent: ApiAgent; promptId: number }[] = [];
  await withDatabase(product, async (database) => {
    const [promptId = 0] = await insertProducts({ database, files: filesOf(product) }, 1);
    made.push({ agent: await createBuyer(product, database, 1_000), promptId });
  });
  const [owner] = made;
  if (!owner) throw new Error("nobody was made");
  const body = { prompt_id: owner.promptId, consent: CONSENT };
  expect((await owner.agent.post("/api/purchase/prompt", body)).status).toBe(200);
  return owner;
}

/**
 * Reads whether a picture is made, how often it was started, and how much money has moved in the
 * shop.
 */
async function look(product: RunningProduct, id: Generation["id"] | null = null) {
  const seen = { state: "", attempts: 0, postings: 0 };
  await withDatabase(product, async (database) => {
    const [row] = await database`SELECT state, attempts FROM generations WHERE id = ${id}`;
    const [money] = await database`SELECT count(*)::int AS postings FROM ledger_postings`;
    Object.assign(seen, row, money);
    expect(await listViolations(database)).toEqual([]);
  });
  return seen;
}

async function kill(product: RunningProduct): Promise<void> {
  const gone = once(product.process, "exit");
  product.process.kill("SIGKILL");
  await gone;
}

it.each(Object.keys(MODELS))("%s: a killed picture is made after all, or fails", async (name) => {
  const model = MODELS[name]?.() as Model;
  const start = {
    port: await freePort(),
    env: { SEED_DEMO: "0", LOG_LEVEL: "warn", IMAGE_PROVIDER: name, ...model.env },
  };
  let product = await startProduct(start);
  const again = async () => {
    product = await startProduct({ ...start, dataDir: product.dataDir });
  };
  try {
    const { agent, promptId } = await createOwner(product);
    const stateOf = async (id: Generation["id"]) =>
      (await agent.get(`/api/generations/${id}`)).as(generationResponseSchema).payload.state;
    /** Requests a picture and kills the process as soon as it is generating it. */
    const killWhileMaking = async (operationId: string): Promise<Generation["id"]> => {
      const asked = model.server?.callsOf(model.path).length ?? 0;
      const body = { prompt_id: promptId, wait_seconds: 0, size: "1024x1024", format: "png" };
      const response = await agent.post("/api/purchase/generate-image", {
        ...body,
        operation_id: operationId,
      });
      expect(response.status).toBe(202);
      const { id } = response.as(generationResponseSchema).payload;
      if (model.server) {
        const countCalls = () => model.server?.callsOf(model.path).length ?? 0;
        await expect.poll(countCalls, { interval: 5 }).toBe(asked + 1);
      } else {
        await expect.poll(() => stateOf(id), { interval: 1 }).toBe("running");
      }
      await kill(product);
      return id;
    };

    const { postings } = await look(product);
    model.hold(1);
    const made = await killWhileMaking("once");
    await again();
    await expect.poll(() => stateOf(made)).toBe("done");
    const zip = await agent.get(`/api/generations/${made}/download`);
    expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(2);
    expect(await look(product, made)).toEqual({ state: "done", attempts: 2, postings });
    if (model.server) expect(model.server.callsOf(model.path)).toHaveLength(2);

    model.hold(2);
    const lost = await killWhileMaking("twice");
    await again();
    await expect.poll(async () => (await look(product, lost)).attempts, { interval: 5 }).toBe(2);
    if (model.server) {
      await expect.poll(() => model.server?.callsOf(model.path).length, { interval: 5 }).toBe(4);
    }
    await kill(product);
    await again();
    await expect.poll(() => stateOf(lost)).toBe("failed");
    expect(await look(product, lost)).toEqual({ state: "failed", attempts: 2, postings });
    const page = await fetch(`${product.url}/en/products/generate/pictures/${lost}`, {
      headers: { cookie: agent.cookieHeader },
    });
    expect(await page.text()).toContain("There is no picture this time");
    const list = (await agent.get("/api/generations")).as(generationHistoryResponseSchema);
    expect(list.payload.map(({ id, state }) => [id, state])).toEqual([
      [lost, "failed"],
      [made, "done"],
    ]);
  } finally {
    await product.remove();
  }
});
