import { resolve } from "node:path";
import type { SearchEngineOptions } from "#api/catalog/search/opensearch/engine.ts";
import {
  readS3Settings,
  S3_SECRETS,
  S3_SETTINGS,
  type S3Settings,
} from "#api/providers/files/s3/s3-settings.ts";
import {
  type ConfiguredImages,
  configureImages,
  imageProviders,
  PROCEDURAL,
} from "#api/providers/images/registry.ts";
import type { Sender } from "#api/providers/mail/sender.ts";
import type {
  ConfiguredProvider,
  PaymentProviderModule,
} from "#api/providers/payments/payments.ts";
import { configurePayments, paymentProviders } from "#api/providers/payments/registry.ts";
import type { ConfiguredPayoutProvider } from "#api/providers/payouts/payouts.ts";
import { configureCardPayouts, payoutProviders } from "#api/providers/payouts/registry.ts";
import { readTracingSettings, type TracingSettings } from "../tracing/tracing-settings.ts";
import { isThisMachine } from "./addresses.ts";
import { ConfigError } from "./config-error.ts";
import { noShopIn } from "./data-folder.ts";
import {
  DATABASE_SECRETS,
  type DatabaseSettings,
  readDatabaseSettings,
} from "./database-settings.ts";
import { type Environment, parseEnvironment, SETTINGS } from "./environment.ts";
import { type MachineSettings, readMachineSettings } from "./machine-settings.ts";
import { findMisspelledNames } from "./misspelled-names.ts";
import { keptSecret, readKeptSecret, withSecretFiles } from "./secrets.ts";

/** Each of these can also be read from a file: `NAME_FILE` (Docker and Kubernetes secrets). */
const SECRETS = [
  "SESSION_SECRET",
  ...DATABASE_SECRETS,
  "SMTP_URL",
  "SEARCH_URL",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  ...S3_SECRETS,
] as const;

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
    mailFrom: Sender;
    /** The search engine; null: the database. */
    search: SearchEngineOptions | null;
  };

/**
 * Parses the environment once at start. Throws ConfigError with the complete list of missing or
 * invalid settings; it never contains values of secrets. With `mustExist` no secret is made: throws
 * where no start has.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  registry: readonly PaymentProviderModule[] = paymentProviders,
  { mustExist = false } = {},
): Config {
  const problems: string[] = [];
  const modules = [...registry, ...payoutProviders, ...imageProviders];
  const secrets = [...SECRETS, ...modules.flatMap(({ secrets }) => secrets)];
  const settings = withSecretFiles(environment, [...new Set(secrets)], problems);
  const env = parseEnvironment(settings, problems);
  const isOwnApi = settings.API_URL === undefined;
  const payments = configurePayments(isOwnApi ? env.PAYMENT_PROVIDERS : [], settings, registry);
  const payoutNames = isOwnApi ? listPayoutProviders(env) : [];
  const cardPayouts = configureCardPayouts(payoutNames, settings);
  const images = configureImages(isOwnApi ? env.IMAGE_PROVIDER : PROCEDURAL, settings);
  const machine = readMachineSettings(env, isThisMachine);
  const { s3, problems: s3Problems } = readS3Settings(settings);
  const database = readDatabaseSettings(settings);
  const dependent = [payments, cardPayouts, images, { problems: s3Problems }, machine, database];
  problems.push(...dependent.flatMap((one) => one.problems));
  // Providers of two kinds may share a setting.
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join("\n"));
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
    : mustExist
      ? readKeptSecret(dataDir)
      : [keptSecret(dataDir)];
  if (first === undefined && mustExist) {
    throw new ConfigError(
      env.DATABASE_URL
        ? "SESSION_SECRET: give this command the shop's own, or its DATA_DIR"
        : noShopIn(dataDir),
    );
  }
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
    notices: [
      ...(env.API_URL ? [] : demoNotices({ isPublic, isOpen, host, seedDemo, env })),
      ...findMisspelledNames(environment, [
        ...SETTINGS,
        ...S3_SETTINGS,
        ...modules.flatMap((module) => module.settings),
        ...secrets.map((name) => `${name}_FILE`),
      ]),
    ],
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
    mailFrom: env.MAIL_FROM ?? {
      name: "Promptory",
      address: `no-reply@${new URL(appUrl).hostname}`,
    },
  };
}

/** A sandbox by default only where sandboxes are allowed. */
function listPayoutProviders(env: Environment): readonly string[] {
  const isPublic = env.APP_URL !== undefined && !isThisMachine(new URL(env.APP_URL).hostname);
  return env.PAYOUT_PROVIDERS ?? (isPublic && !env.ALLOW_SANDBOX ? [] : ["sandbox"]);
}

/** Throws ConfigError for a sandbox, or a real provider's test key, in a public shop. */
function assertRealMoney(
  payments: readonly ConfiguredProvider[],
  cardPayouts: readonly ConfiguredPayoutProvider[],
): void {
  const test = [...payments, ...cardPayouts].find(({ testSetting }) => testSetting !== undefined);
  if (test) {
    throw new ConfigError(
      `${test.testSetting} is a test key, and APP_URL is a public address, where test payments ` +
        "would give money away: set the live key, or ALLOW_SANDBOX=1 for a demonstration",
    );
  }
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
