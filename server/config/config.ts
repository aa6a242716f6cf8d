import { resolve } from "node:path";
import type { SearchEngineOptions } from "#api/catalog/search/opensearch/engine.ts";
import {
  readS3Settings,
  S3_SECRETS,
  S3_SETTINGS,
  type S3Settings,
} from "#api/providers/files/s3/s3-settings.ts";
import { imageProviders } from "#api/providers/images/registry.ts";
import type { Sender } from "#api/providers/mail/sender.ts";
import type { PaymentProviderModule } from "#api/providers/payments/payments.ts";
import { paymentProviders } from "#api/providers/payments/registry.ts";
import { payoutProviders } from "#api/providers/payouts/registry.ts";
import { readTracingSettings, type TracingSettings } from "../tracing/tracing-settings.ts";
import { isThisMachine } from "./addresses.ts";
import { ConfigError } from "./config-error.ts";
import {
  DATABASE_SECRETS,
  type DatabaseSettings,
  readDatabaseSettings,
} from "./database-settings.ts";
import { type DemoSettings, readDemoSettings } from "./demo-settings.ts";
import { type Environment, parseEnvironment, SETTINGS } from "./environment.ts";
import { readExposure } from "./exposure.ts";
import { type MachineSettings, readMachineSettings } from "./machine-settings.ts";
import { findMisspelledNames } from "./misspelled-names.ts";
import {
  assertRealMoney,
  type ProviderSettings,
  readProviderSettings,
} from "./provider-settings.ts";
import { withSecretFiles } from "./secrets.ts";
import { readSessionSecrets } from "./session-secrets.ts";

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

type MailSettings = {
  /** Null: mails become files in the data folder. */
  smtpUrl: string | null;
  mailFrom: Sender;
};

type RemoteSettings = {
  apiUrl: string | null;
  /**
   * Base URL of images that have a relative URL in API responses; null: `/storage` on the API's
   * host.
   */
  storageUrl: string | null;
  /** Additional origins of images, besides our own and those of the API and the storage. */
  imageHosts: readonly string[];
};

export type Config = MachineSettings &
  DatabaseSettings &
  ProviderSettings &
  DemoSettings &
  MailSettings &
  RemoteSettings & {
    isProduction: boolean;
    port: number;
    host: string;
    appUrl: string;
    sessionSecrets: readonly [string, ...string[]];
    dataDir: string;
    /** The bucket for files; null: a folder inside the data folder. */
    s3: S3Settings | null;
    trustProxy: boolean;
    defaultLocale: string;
    logLevel: string;
    /** Warnings about these settings for the operator, one sentence each. */
    notices: string[];
    /** How long the process keeps accepting connections after a shutdown signal. */
    drainDelayMs: number;
    /** The trace collector; null if tracing is off. */
    tracing: TracingSettings | null;
    /** The search engine; null if the database does the searching. */
    search: SearchEngineOptions | null;
  };

/**
 * Parses the environment once at start. Throws ConfigError with the complete list of missing or
 * invalid settings; the list never contains values of secrets. With `mustExist`, throws instead of
 * generating a secret for a shop that was never started.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  paymentModules: readonly PaymentProviderModule[] = paymentProviders,
  { mustExist = false } = {},
): Config {
  const problems: string[] = [];
  const modules = [...paymentModules, ...payoutProviders, ...imageProviders];
  const secrets = [...new Set([...SECRETS, ...modules.flatMap((module) => module.secrets)])];
  const settings = withSecretFiles(environment, secrets, problems);
  const env = parseEnvironment(settings, problems);
  const exposure = readExposure(env);
  const isOwnApi = settings.API_URL === undefined;
  const isSandboxAllowed = !exposure.isPublic || env.ALLOW_SANDBOX;
  const given = { paymentModules, isOwnApi, isSandboxAllowed };
  const providers = readProviderSettings(env, settings, given);
  const machine = readMachineSettings(env, isThisMachine);
  const { s3, problems: s3Problems } = readS3Settings(settings);
  const database = readDatabaseSettings(settings);
  problems.push(...providers.problems, ...s3Problems, ...machine.problems, ...database.problems);
  // Providers of two kinds may share a setting.
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join("\n"));
  if (!isSandboxAllowed) assertRealMoney(providers.settings);
  const dataDir = resolve(env.DATA_DIR);
  const sessionSecrets = readSessionSecrets(env, dataDir, { mustExist });
  const demo = readDemoSettings(env, exposure);
  const misspelled = findMisspelledNames(environment, [
    ...SETTINGS,
    ...S3_SETTINGS,
    ...modules.flatMap((module) => module.settings),
    ...secrets.map((name) => `${name}_FILE`),
  ]);
  return {
    ...machine.settings,
    ...database.settings,
    ...providers.settings,
    ...demo.settings,
    ...readMailSettings(env, exposure.appUrl),
    ...readRemoteSettings(env),
    isProduction: env.NODE_ENV === "production",
    port: env.PORT,
    host: exposure.host,
    appUrl: exposure.appUrl,
    sessionSecrets,
    dataDir,
    s3,
    trustProxy: env.TRUST_PROXY,
    defaultLocale: env.DEFAULT_LOCALE,
    logLevel: env.LOG_LEVEL,
    notices: [...demo.notices, ...misspelled],
    drainDelayMs: env.DRAIN_DELAY_MS,
    tracing: readTracingSettings(env),
    search: env.SEARCH_URL ? { url: env.SEARCH_URL, prefix: env.SEARCH_INDEX } : null,
  };
}

/** The sender defaults to an address of the shop's own host. */
function readMailSettings(env: Environment, appUrl: string): MailSettings {
  const address = `no-reply@${new URL(appUrl).hostname}`;
  return {
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? { name: "Promptory", address },
  };
}

/** Another marketplace API in place of ours, and where its images are. */
function readRemoteSettings(env: Environment): RemoteSettings {
  return {
    apiUrl: env.API_URL?.replace(/\/+$/, "") ?? null,
    storageUrl: env.STORAGE_URL?.replace(/\/+$/, "") ?? null,
    imageHosts: env.IMAGE_HOSTS,
  };
}
