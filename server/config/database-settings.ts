import { z } from "zod";
import { hasDecodableUser } from "./addresses.ts";

const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" })
  .refine(hasDecodableUser, "needs %25 for each % of the user and the password");

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
    databaseUrl: DATABASE_URL ?? null,
    databaseReadUrl: DATABASE_READ_URL ?? null,
  };
  return { settings, problems };
}
