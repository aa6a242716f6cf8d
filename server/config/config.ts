import { resolve } from "node:path";
import { z } from "zod";
import type { SearchEngineOptions } from "#api/catalog/search/opensearch/engine.ts";
import {
  readS3Settings,
  S3_SECRETS,
  type S3Settings,
} from "#api/providers/files/s3/s3-settings.ts";
import {
  type ConfiguredImages,
  configureImages,
  imageProviders,
  PROCEDURAL,
} from "#api/providers/images/registry.ts";
import type {
  ConfiguredProvider,
  PaymentProviderModule,
} from "#api/providers/payments/payments.ts";
import { configurePayments, paymentProviders } from "#api/providers/payments/registry.ts";
import type { ConfiguredPayoutProvider } from "#api/providers/payouts/payouts.ts";
import { configureCardPayouts, payoutProviders } from "#api/providers/payouts/registry.ts";
import { DEFAULT_LOCALE, LOCALES } from "#domain/locales.ts";
import {
  readTracingSettings,
  type TracingSettings,
  tracingEnvironment,
} from "../tracing/tracing-settings.ts";
import { isSomewhere, isThisMachine } from "./addresses.ts";
import {
  DATABASE_SECRETS,
  type DatabaseSettings,
  databaseEnvironment,
  readDatabaseSettings,
} from "./database-settings.ts";
import {
  type MachineSettings,
  machineEnvironment,
  readMachineSettings,
} from "./machine-settings.ts";
import { keptSecret, readKeptSecret, withSecretFiles } from "./secrets.ts";

/** Every setting can also be read from a file: `NAME_FILE` (Docker and Kubernetes secrets). */
const SECRETS = [
  "SESSION_SECRET",
  ...DATABASE_SECRETS,
  "SMTP_URL",
  "SEARCH_URL",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  ...S3_SECRETS,
] as const;

const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((text) => text === "1" || text === "true");

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" });

/** "stripe,sandbox": new deposits go to the first that offers the payment method. */
const paymentProviderNames = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ""), "must be names, separated by commas")
  .default(["sandbox"]);

/** "sandbox", "none": new cards go to the first; defaults to the sandbox where it is allowed. */
const payoutProviderNames = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== "none"))
  .optional();

/** "https://pay.example,https://3ds.example": origins only, as they are used in a header. */
const paymentOrigins = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().replace(/\/$/, "")))
  .refine((list) => list.every(isPaymentOrigin), "must be https origins, separated by commas")
  .default([]);

/** "https://cdn.example,https://*.pictures.example": used in a header unchanged. */
const imageHosts = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().replace(/\/$/, "")))
  .transform((list) => list.filter(Boolean).map((part) => withScheme(part)))
  .refine(
    (list) => list.every((host) => IMAGE_HOST.test(host)),
    "must be hosts, separated by commas",
  )
  .default([]);
const IMAGE_HOST =
  /^(?:https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/i;
const withScheme = (part: string) => (part.includes("://") ? part : `https://${part}`);

const environmentSchema = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).optional(),
  /** Where a container's port is published; its HOST says nothing about that. */
  BIND: z.string().min(1).optional(),
  APP_URL: httpUrl.refine(isSomewhere, "must be an address that visitors can open").optional(),
  SESSION_SECRET: z
    .string()
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .refine((list) => list.every((secret) => secret.length >= 32), "each needs 32 characters")
    .optional(),
  ...databaseEnvironment,
  DATA_DIR: z.string().min(1).default(".data"),
  API_URL: httpUrl.optional(),
  STORAGE_URL: httpUrl.optional(),
  IMAGE_HOSTS: imageHosts,
  TRUST_PROXY: flag.default(false),
  DEFAULT_LOCALE: z.enum(LOCALES).default(DEFAULT_LOCALE),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  SEED_DEMO: flag.optional(),
  ALLOW_SANDBOX: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp(s):// URL" }).optional(),
  MAIL_FROM: z
    .string()
    // "Name <address>" or the address alone.
    .regex(/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, "must be an address")
    .optional(),
  PAYMENT_PROVIDERS: paymentProviderNames,
  PAYMENT_ORIGINS: paymentOrigins,
  PAYOUT_PROVIDERS: payoutProviderNames,
  IMAGE_PROVIDER: z.string().default(PROCEDURAL),
  SEARCH_URL: httpUrl
    .refine(isSearchUrl, "must be like https://user:password@host:9200")
    .optional(),
  SEARCH_INDEX: z
    .string()
    // Characters that engines accept in index names, without wildcards.
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, "must be lower-case letters, digits, - and _")
    .default("promptory"),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  ...machineEnvironment,
  ...tracingEnvironment,
});

export type Config = MachineSettings &
  DatabaseSettings & {
    isProduction: boolean;
    port: number;
    host: string;
    appUrl: string;
    sessionSecrets: readonly [string, ...string[]];
    dataDir: string;
    apiUrl: string | null;
    /** Base of images with a relative URL in API responses; null: `/storage` on its host. */
    storageUrl: string | null;
    /** The bucket for files; null: a folder of the data folder. */
    s3: S3Settings | null;
    /** Additional origins of images, besides ours, the API's and the storage's. */
    imageHosts: readonly string[];
    trustProxy: boolean;
    defaultLocale: string;
    logLevel: string;
    seedDemo: boolean;
    /** None with API_URL: that server has its own. */
    payments: readonly ConfiguredProvider[];
    /** The image model; null: the procedural engine, or API_URL's server. */
    images: ConfiguredImages | null;
    /** Providers of card payouts; empty if none, and with API_URL. */
    cardPayouts: readonly ConfiguredPayoutProvider[];
    /**
     * Additional origins of payment pages, allowed for forms and redirects: those of the providers,
     * and PAYMENT_ORIGINS.
     */
    paymentOrigins: readonly string[];
    /** True for a public shop unless demo data is requested: published passwords must not work. */
    lockDemoAccounts: boolean;
    /** Warnings about these settings for the operator, a sentence each. */
    notices: string[];
    /** How long the process keeps accepting connections after a shutdown signal. */
    drainDelayMs: number;
    /** The trace collector; null: tracing is off. */
    tracing: TracingSettings | null;
    /** Null: mails become files in the data folder. */
    smtpUrl: string | null;
    mailFrom: string;
    /** The search engine; null: the database. */
    search: SearchEngineOptions | null;
  };

/** An invalid environment; `message` lists all errors, one per line. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Parses the environment once at start. Throws ConfigError with the complete list of missing or
 * invalid settings; it never contains values of secrets.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  registry: readonly PaymentProviderModule[] = paymentProviders,
): Config {
  const problems: string[] = [];
  const secrets = [
    ...SECRETS,
    ...[...registry, ...payoutProviders, ...imageProviders].flatMap(({ secrets }) => secrets),
  ];
  const settings = withSecretFiles(environment, [...new Set(secrets)], problems);
  const result = environmentSchema.safeParse(settings);
  if (!result.success) {
    for (const issue of result.error.issues)
      problems.push(`${String(issue.path[0])}: ${issue.message}`);
  }
  const names = result.success && !result.data.API_URL ? result.data.PAYMENT_PROVIDERS : [];
  const payments = configurePayments(names, settings, registry);
  const cardPayouts = configureCardPayouts(
    result.success ? listPayoutProviders(result.data) : [],
    settings,
  );
  const hasOwnImages = result.success && !result.data.API_URL;
  const images = configureImages(hasOwnImages ? result.data.IMAGE_PROVIDER : PROCEDURAL, settings);
  const machine = result.success ? readMachineSettings(result.data, isThisMachine) : null;
  const { s3, problems: s3Problems } = readS3Settings(settings);
  problems.push(...payments.problems, ...cardPayouts.problems, ...images.problems, ...s3Problems);
  const database = readDatabaseSettings(settings);
  problems.push(...(machine?.problems ?? []), ...database.problems);
  if (problems.length > 0 || !result.success || !machine)
    throw new ConfigError(problems.join("\n"));
  const env = result.data;
  const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");
  const isPublic = !isThisMachine(new URL(appUrl).hostname);
  if (isPublic && !env.ALLOW_SANDBOX) {
    assertRealMoney(payments.providers, cardPayouts.providers);
  }
  const host = env.HOST ?? (isPublic ? "0.0.0.0" : "127.0.0.1");
  const isPublished = env.BIND !== undefined && !isThisMachine(env.BIND);
  const isUnnamed = env.APP_URL === undefined && !isThisMachine(env.BIND ?? host);
  const isOpen = isPublic || isPublished || isUnnamed;
  const seedDemo = env.SEED_DEMO ?? !isOpen;
  const dataDir = resolve(env.DATA_DIR);
  // A secret generated by an earlier start still decrypts, after those of the variable.
  const [first, ...others] = env.SESSION_SECRET
    ? [...env.SESSION_SECRET, ...readKeptSecret(dataDir)]
    : [keptSecret(dataDir)];
  if (first === undefined) throw new ConfigError("SESSION_SECRET: is empty");
  return {
    ...machine.settings,
    isProduction: env.NODE_ENV === "production",
    port: env.PORT,
    host,
    appUrl: new URL(appUrl).origin,
    sessionSecrets: [first, ...others],
    ...database.settings,
    dataDir,
    apiUrl: env.API_URL?.replace(/\/+$/, "") ?? null,
    s3,
    storageUrl: env.STORAGE_URL?.replace(/\/+$/, "") ?? null,
    imageHosts: env.IMAGE_HOSTS,
    trustProxy: env.TRUST_PROXY,
    defaultLocale: env.DEFAULT_LOCALE,
    logLevel: env.LOG_LEVEL,
    seedDemo,
    lockDemoAccounts: isOpen && !seedDemo,
    notices: env.API_URL ? [] : demoNotices({ isPublic, isOpen, host, seedDemo, env }),
    payments: payments.providers,
    cardPayouts: cardPayouts.providers,
    images: images.images,
    paymentOrigins: [
      ...new Set([
        ...[...payments.providers, ...cardPayouts.providers].flatMap(({ origins }) => origins),
        ...env.PAYMENT_ORIGINS,
      ]),
    ],
    drainDelayMs: env.DRAIN_DELAY_MS,
    tracing: readTracingSettings(env),
    smtpUrl: env.SMTP_URL ?? null,
    search: env.SEARCH_URL ? { url: env.SEARCH_URL, prefix: env.SEARCH_INDEX } : null,
    mailFrom: env.MAIL_FROM ?? `Promptory <no-reply@${new URL(appUrl).hostname}>`,
  };
}

type Environment = z.infer<typeof environmentSchema>;

/** None with API_URL; a sandbox by default only where sandboxes are allowed. */
function listPayoutProviders(env: Environment): readonly string[] {
  if (env.API_URL) return [];
  const isPublic = env.APP_URL !== undefined && !isThisMachine(new URL(env.APP_URL).hostname);
  return env.PAYOUT_PROVIDERS ?? (isPublic && !env.ALLOW_SANDBOX ? [] : ["sandbox"]);
}

/** Throws ConfigError for a sandbox in a public shop. */
function assertRealMoney(
  payments: readonly ConfiguredProvider[],
  cardPayouts: readonly ConfiguredPayoutProvider[],
): void {
  if (!payments.every(({ takesRealMoney }) => takesRealMoney)) {
    throw new ConfigError(
      "APP_URL is a public address, where sandbox payments would give money away: " +
        "set PAYMENT_PROVIDERS to real ones, ALLOW_SANDBOX=1 for a demonstration, or API_URL for " +
        "another marketplace API",
    );
  }
  if (!cardPayouts.every(({ takesRealMoney }) => takesRealMoney)) {
    throw new ConfigError(
      "APP_URL is a public address, where the sandbox would tell sellers that they were paid: set " +
        "PAYOUT_PROVIDERS=none, or ALLOW_SANDBOX=1 for a demonstration",
    );
  }
}

/** The path prefix of a proxy in front of the engine. */
function isSearchUrl(text: string): boolean {
  const { hostname, search, hash, username, password } = new URL(text);
  const isDecodable = !/%(?![0-9a-f]{2})/i.test(username + password);
  const isWhole = hostname !== "" && search === "" && hash === "" && isDecodable;
  return isWhole && (username !== "") === (password !== "");
}

function isPaymentOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  // Plain http only on this machine, for trials.
  const isSafe = url?.protocol === "https:" || url?.hostname === "localhost";
  return isSafe && url?.origin === text;
}

/** Startup messages about demo data, so that operators do not learn of it from visitors. */
function demoNotices(facts: {
  isPublic: boolean;
  isOpen: boolean;
  host: string;
  seedDemo: boolean;
  env: { SEED_DEMO?: boolean; APP_URL?: string; BIND?: string };
}): string[] {
  const { isPublic, isOpen, host, seedDemo, env } = facts;
  const published = "everybody can sign in with the published passwords, as staff too";
  if (isOpen && seedDemo) return [`SEED_DEMO=1 makes the demo accounts: ${published}.`];
  if (!isOpen && seedDemo && !isThisMachine(env.BIND ?? host)) {
    const fix = "set SEED_DEMO=0, or APP_URL to the public address";
    return [`HOST is ${host}: anyone who reaches it from outside finds demo accounts; ${fix}.`];
  }
  if (!isOpen || env.SEED_DEMO !== undefined) return [];
  const unnamed = env.BIND ? `BIND is ${env.BIND}` : `HOST is ${host}, and APP_URL is not set`;
  const why = isPublic ? "APP_URL is a public address" : unnamed;
  return [
    `${why}, so there are no demo accounts and no demo catalogue: ` +
      "set SEED_DEMO=1 for a demonstration; `npm run staff -- add ADDRESS` makes a staff account.",
  ];
}
