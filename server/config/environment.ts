import { z } from "zod";
import { PROCEDURAL } from "#api/providers/images/registry.ts";
import { parseSender } from "#api/providers/mail/sender.ts";
import { DEFAULT_LOCALE, LOCALES } from "#domain/locales.ts";
import { isPaymentOrigin } from "#domain/redirects.ts";
import { tracingEnvironment } from "../tracing/tracing-settings.ts";
import { hasDecodableUser, httpUrl, isSpecificAddress, listenHost } from "./addresses.ts";
import { databaseEnvironment } from "./database-settings.ts";
import { machineEnvironment } from "./machine-settings.ts";
import { wholeNumber } from "./numbers.ts";
import { SECRET_LENGTH_MIN, splitSecrets } from "./secrets.ts";

const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((text) => text === "1" || text === "true");

/** Paths are appended to it, and `fetch` accepts no password in a URL. */
const baseUrl = httpUrl.refine(
  isBase,
  "must be like https://backend.example/api, without user, query and hash",
);

/** "stripe,sandbox": a new deposit goes to the first provider that offers the payment method. */
const paymentProviderNames = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ""), "must be names, separated by commas")
  .default(["sandbox"]);

/** "sandbox", "none": new cards go to the first; defaults to the sandbox if that is allowed. */
const payoutProviderNames = z
  .string()
  .transform((text) => text.split(",").map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== "none"))
  .optional();

/** "https://pay.example,https://3ds.example": origins only, as they are used in a header. */
const paymentOrigins = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim().replace(/\/$/, "")))
  .refine((list) => list.every(isNamedPaymentOrigin), "must be https origins, separated by commas")
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
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: listenHost.optional(),
  /** The address on which a container's port is published; its HOST does not show that. */
  BIND: z.string().min(1).optional(),
  APP_URL: httpUrl
    .refine(isSpecificAddress, "must be an address that visitors can open")
    .refine(isOrigin, "must have no path: the shop is at the root of its address")
    .optional(),
  SESSION_SECRET: z
    .string()
    .transform((text) => splitSecrets(text))
    .refine(
      (list) => list.every((secret) => secret.length >= SECRET_LENGTH_MIN),
      `each needs ${SECRET_LENGTH_MIN} characters`,
    )
    .optional(),
  ...databaseEnvironment,
  DATA_DIR: z
    .string()
    .regex(/^[^"']/, "must be a path without quotes")
    .default(".data"),
  API_URL: baseUrl.optional(),
  STORAGE_URL: baseUrl.optional(),
  IMAGE_HOSTS: imageHosts,
  TRUST_PROXY: flag.default(false),
  DEFAULT_LOCALE: z.enum(LOCALES).default(DEFAULT_LOCALE),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  SEED_DEMO: flag.optional(),
  ALLOW_SANDBOX: flag.default(false),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp(s):// URL" })
    .refine(isMailServer, "must be like smtp://user:password@host:587")
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((text) => parseSender(text))
    .refine((sender) => sender !== null, "must be one address, or Name <address>")
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
  DRAIN_DELAY_MS: wholeNumber(0, 60_000).default(500),
  ...machineEnvironment,
  ...tracingEnvironment,
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/** The settings by the names that operators use. */
export type Environment = z.infer<typeof environmentSchema>;

/**
 * Parses each setting separately, so that settings that depend on others are checked even if some
 * are invalid; an invalid one counts as not set. Adds the first error of each to `problems`.
 */
export function parseEnvironment(
  settings: Record<string, string | undefined>,
  problems: string[],
): Environment {
  const valid = { ...settings };
  const result = environmentSchema.safeParse(settings);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    if (name in valid) problems.push(`${name}: ${message}`);
    delete valid[name];
  }
  return environmentSchema.parse(valid);
}

/** Requires a host, because nodemailer would default to this machine. */
function isMailServer(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname !== "" && hasDecodableUser(text);
}

/**
 * True if it is valid for a search engine, possibly with the path prefix of a proxy in front of it.
 */
function isSearchUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, search, hash, username, password } = new URL(text);
  const isWhole = hostname !== "" && search === "" && hash === "" && hasDecodableUser(text);
  return isWhole && (username !== "") === (password !== "");
}

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return true; // httpUrl reports invalid URLs.
  const { search, hash, username, password } = new URL(text);
  return search + hash + username + password === "";
}

/** True without a path, query or hash, apart from trailing slashes. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^\/*$/.test(url.pathname) && url.search === "" && url.hash === "";
}

/** True for an origin, without a path, to which payments may lead. */
function isNamedPaymentOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && isPaymentOrigin(url) && url.origin === text;
}
