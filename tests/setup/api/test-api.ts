import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenAPIHono } from "@hono/zod-openapi";
import sharp from "sharp";
import { createCardReader } from "#api/catalog/cards.ts";
import { createPostgresSearch } from "#api/catalog/search/postgres-search.ts";
import { createApi } from "#api/create-api.ts";
import type { Database } from "#api/db/client.ts";
import type { ApiConfig, ApiDeps, ApiEnv } from "#api/http/context.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import type { ImageGenerator } from "#api/providers/images/images.ts";
import { createLog } from "#api/providers/log.ts";
import type { MailProvider } from "#api/providers/mail/mail.ts";
import { createOutboxFolder } from "#api/providers/mail/outbox-folder.ts";
import { createPayments, type PaymentProvider } from "#api/providers/payments/payments.ts";
import { createSandboxPayments } from "#api/providers/payments/sandbox/sandbox-payments.ts";
import { createCardPayouts, type PayoutProvider } from "#api/providers/payouts/payouts.ts";
import { createSandboxPayouts } from "#api/providers/payouts/sandbox/sandbox-payouts.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import { LOCALES } from "#domain/locales.ts";
import { inOnePool } from "#tests/setup/database/one-pool.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { TestClock } from "../test-clock.ts";
import { type AgentOptions, ApiAgent } from "./api-agent.ts";
import { toDocumentedFetch } from "./documented.ts";

export const TEST_APP_URL = "http://localhost:3000";

export type TestApiOverrides = {
  config?: Partial<ApiConfig>;
  /** Replaces the sandbox by these providers, created from the context of each. */
  payments?: (context: ProviderContext) => (PaymentProvider | Promise<PaymentProvider>)[];
  cardPayouts?: (context: ProviderContext) => PayoutProvider[];
  files?: ApiDeps["files"];
  images?: TestImages;
  mail?: MailProvider;
  connectionsMax?: number;
};

/** The parts of a generator that a test sets; the rest comes from the engine. */
export type TestImages = Pick<ImageGenerator, "name" | "source" | "generate"> &
  Partial<ImageGenerator>;

export type TestApi = {
  api: OpenAPIHono<ApiEnv>;
  deps: ApiDeps;
  database: Database;
  connection: TestDatabase["connection"];
  clock: TestClock;
  /** The folder that mails are written to, unless the test replaces the mail transport. */
  outboxFolder: string;
  /** The log entries, parsed. */
  logged: Record<string, unknown>[];
  /** Creates a visitor of our own pages with their own IP address. */
  createAgent(options?: Partial<AgentOptions>): ApiAgent;
  close(): Promise<void>;
};

/** Creates the whole API on its own database and folder. Call `close()` in afterAll. */
export async function createTestApi(overrides: TestApiOverrides = {}): Promise<TestApi> {
  const dataDir = await mkdtemp(join(tmpdir(), "promptory-api-"));
  const test = await createTestDatabase({ connectionsMax: overrides.connectionsMax });
  const clock = new TestClock();
  const logged: Record<string, unknown>[] = [];
  const config: ApiConfig = {
    appUrl: TEST_APP_URL,
    sessionSecrets: ["a secret of the tests, at least 32 characters long"],
    locales: LOCALES,
    trustProxy: false,
    internalToken: randomBytes(16).toString("hex"),
    ...overrides.config,
  };
  const log = createLog("info", { write: (line) => void logged.push(JSON.parse(line)) });
  const from = { name: "Promptory", address: "shop@promptory.test" };
  const outbox = { folder: join(dataDir, "outbox"), from };
  const base = {
    database: test.database,
    files: overrides.files ?? createLocalFiles(dataDir),
    images: completeImages(overrides.images ?? createBlankImages()),
    mail: overrides.mail ?? createOutboxFolder({ ...outbox, log, now: clock.now }),
    search: createPostgresSearch(inOnePool(test.database)),
    cards: createCardReader(),
    log,
    now: clock.now,
    config,
  };
  const context: ProviderContext = {
    database: test.database,
    appUrl: config.appUrl,
    secret: config.sessionSecrets[0],
    now: clock.now,
    // As in the product, reports arrive at the API's own webhook.
    deliver: async (request) => api.fetch(request),
  };
  const providers = await Promise.all(overrides.payments?.(context) ?? [createSandbox(context)]);
  const payers = overrides.cardPayouts?.(context) ?? [
    createSandboxPayouts({ ...context, settleMs: 60_000 }),
  ];
  const deps: ApiDeps = {
    ...base,
    payments: createPayments(providers),
    cardPayouts: createCardPayouts(payers),
  };
  const api: OpenAPIHono<ApiEnv> = createApi(deps);
  const fetcher = toDocumentedFetch(api);
  return {
    api,
    deps,
    database: test.database,
    connection: test.connection,
    clock,
    outboxFolder: outbox.folder,
    logged,
    createAgent: (options) =>
      new ApiAgent(fetcher, {
        appUrl: config.appUrl,
        internalToken: config.internalToken,
        ...options,
      }),
    close: async () => {
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates the product's sandbox; "pay later" takes a minute. */
export function createSandbox(context: ProviderContext) {
  return createSandboxPayments({ ...context, payLaterMs: 60_000 });
}

/** Returns a provider of the API under test, by default the sandbox; tests break its methods. */
export function providerOf({ deps }: Pick<TestApi, "deps">, name = "sandbox"): PaymentProvider {
  const provider = deps.payments.find(name);
  if (!provider) throw new Error(`${name} is not configured`);
  return provider;
}

function completeImages(images: TestImages): ImageGenerator {
  return {
    name: images.name,
    source: images.source,
    concurrency: images.concurrency ?? { max: 2, per: "process" },
    deadlineMs: images.deadlineMs ?? 90_000,
    generate: (request, work) => images.generate(request, work),
    close: async () => images.close?.(),
  };
}

function createBlankImages(): TestImages {
  return {
    name: "blank",
    source: "engine",
    generate: ({ widthPx, heightPx }) =>
      sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: "#8a7f66" } })
        .png()
        .toBuffer(),
  };
}
