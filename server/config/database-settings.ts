import { z } from "zod";
import { hasDecodableUser } from "./addresses.ts";

/**
 * Parameters that only libpq understands: the driver would pass them on to the server, which would
 * reject them. Hosting providers include them in the URLs that they display.
 */
const LIBPQ_ONLY: ReadonlySet<string> = new Set(["channel_binding", "gssencmode"]);
/**
 * Certificate files, which the driver ignores: the connection would be less secure than the URL
 * states.
 */
const CERTIFICATE_FILES = ["sslrootcert", "sslcert", "sslkey", "sslcrl"];

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
  .refine(hasDecodableUser, "needs %25 for each % of the user and the password")
  .refine(
    hasNoCertificateFile,
    "cannot name files of certificates (sslrootcert and the like): give that of the authority in " +
      "NODE_EXTRA_CA_CERTS, and sslmode=verify-full",
  );

function hasNoCertificateFile(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { searchParams } = new URL(text);
  // "system" stands for Node's own certificate authorities.
  return CERTIFICATE_FILES.every((name) => [null, "system"].includes(searchParams.get(name)));
}

/** Leaves the rest unchanged: `URL` would re-encode some characters of a password. */
function withoutLibpqOnly(text: string | undefined): string | undefined {
  const [address, query] = text?.split(/\?(.*)/s) ?? [];
  if (query === undefined) return text;
  const kept = query.split("&").filter((pair) => !LIBPQ_ONLY.has(pair.replace(/=.*/s, "")));
  return kept.length > 0 ? `${address}?${kept.join("&")}` : address;
}

/** The database settings' part of the environment schema. */
export const databaseEnvironment = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
};

export const DATABASE_SECRETS = ["DATABASE_URL", "DATABASE_READ_URL"] as const;

export type DatabaseSettings = {
  /** Null for the embedded server. */
  databaseUrl: string | null;
  /** A streaming replica from which lists and searches may read. */
  databaseReadUrl: string | null;
};

/** The configured databases, and errors in how they are combined. */
export function readDatabaseSettings(environment: Record<string, string | undefined>): {
  settings: DatabaseSettings;
  problems: string[];
} {
  const { DATABASE_URL, DATABASE_READ_URL } = environment;
  const problems =
    DATABASE_READ_URL && !DATABASE_URL
      ? ["DATABASE_READ_URL: needs DATABASE_URL, whose replica it is"]
      : [];
  const settings = {
    databaseUrl: withoutLibpqOnly(DATABASE_URL) ?? null,
    databaseReadUrl: withoutLibpqOnly(DATABASE_READ_URL) ?? null,
  };
  return { settings, problems };
}
