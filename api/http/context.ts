import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Role, VerificationStatus } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import type { CardReader } from "../catalog/cards.ts";
import type { CatalogSearch } from "../catalog/search/search.ts";
import type { Database } from "../db/client.ts";
import type { Files } from "../providers/files/files.ts";
import type { ImageGenerator } from "../providers/images/images.ts";
import type { MailProvider } from "../providers/mail/mail.ts";
import type { Payments } from "../providers/payments/payments.ts";
import type { CardPayouts } from "../providers/payouts/payouts.ts";
import type { RequestSession } from "./session.ts";

/** Dependencies of every part of the API, created once at startup. */
export type ApiDeps = {
  database: Database;
  files: Files;
  images: ImageGenerator;
  payments: Payments;
  cardPayouts: CardPayouts;
  mail: MailProvider;
  search: CatalogSearch;
  cards: CardReader;
  log: Logger;
  /** The clock; tests replace it. */
  now: () => Date;
  config: ApiConfig;
};

export type ApiConfig = {
  /** Public origin without a trailing slash, such as "http://localhost:3000". */
  appUrl: string;
  /** The first one signs and encrypts; all are accepted (rotation). */
  sessionSecrets: readonly [string, ...string[]];
  /** Available locales, English first. */
  locales: readonly string[];
  /** Whether `X-Forwarded-For` is trusted; the in-process web tier always is. */
  trustProxy: boolean;
  /** Random for each start; the web tier authenticates with it (INTERNAL_HEADER). */
  internalToken: string;
};

export type SessionUser = {
  id: number;
  email: string;
  role: Role;
  /** Null for anyone who is not staff. */
  staffRole: StaffRole | null;
  isEmailVerified: boolean;
  verificationStatus: VerificationStatus;
};

/** Values that the middleware sets on each request. */
export type ApiVariables = {
  requestId: string;
  /** From the `frontend-language` header; always an available one. */
  locale: string;
  clientIp: string;
  /** Null where cookies are ignored: for a request that does not come from our own pages. */
  session: RequestSession | null;
  user: SessionUser | null;
  /** The checks of the route's guards, to be repeated (`confirmAccess`). */
  guards?: readonly ((c: ApiContext) => void)[];
  /** Gives up the member's turn while `read` runs; not set for guests (`limitConcurrency`). */
  outsideTurn?: <Value>(read: () => Promise<Value>) => Promise<Value>;
};

/** The bindings are only set for requests over a socket; calls within the process have none. */
export type ApiEnv = { Bindings: Partial<HttpBindings>; Variables: ApiVariables };
export type ApiContext = Context<ApiEnv>;

/** Returns the signed-in user. Throws DomainError unauthenticated (401). */
export function requireUser(context: Context<ApiEnv>): SessionUser {
  const user = context.get("user");
  if (!user) throw new DomainError("unauthenticated");
  return user;
}
