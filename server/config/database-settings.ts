import { z } from "zod";
import { hasDecodableUser } from "./addresses.ts";

/**
 * Parameters for programs in C, which the driver would hand to the server, and the server would
 * reject. Providers write them into the addresses that they show.
 */
const LIBPQ_ONLY: ReadonlySet<string> = new Set(["channel_binding", "gssencmode"]);
/** Certificate files, which the driver does not read: the connection would not be what they say. */
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
  // "system" means the authorities that Node knows.
  return CERTIFICATE_FILES.every((name) => [null, "system"].includes(searchParams.get(name)));
}

/** Leaves the rest as it was written: a password may have characters that URL would change. */
function withoutLibpqOnly(text: string | undefined): string | undefined {
  const [address, query] = text?.split(/\?(.*)/s) ?? [];
  if (query === undefined) return text;
  const kept = query.split("&").filter((pair) => !LIBPQ_ONLY.has(pair.replace(/=.*/s, "")));
  return kept.length > 0 ? `${address}?${kept.join("&")}` : address;
}

/** Their part of the environment. */
export const databaseEnvironment = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
};

export const DATABASE_SECRETS = ["DATABASE_URL", "DATABASE_READ_URL"] as const;

export type DatabaseSettings = {
  /** Null for the embedded server. */
  databaseUrl: string | null;
  /** A streaming replica that lists and searches may read. */
  databaseReadUrl: string | null;
};

/** The configured databases, and errors in their combination. */
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
