import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { Role, VerificationStatus } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import type { CatalogSearch } from "../catalog/search/search.ts";
import type { Database } from "../db/client.ts";
import type { Files } from "../providers/files/files.ts";
import type { ImageGenerator } from "../providers/images/images.ts";
import type { MailProvider } from "../providers/mail/mail.ts";
import type { Payments } from "../providers/payments/payments.ts";
import type { CardPayouts } from "../providers/payouts/payouts.ts";
import type { RequestSession } from "./session.ts";

/** What every part of the API is built from, made once at start by the process. */
export type ApiDeps = {
  database: Database;
  files: Files;
  images: ImageGenerator;
  payments: Payments;
  cardPayouts: CardPayouts;
  mail: MailProvider;
  search: CatalogSearch;
  log: Logger;
  /** The clock; tests move it. */
  now: () => Date;
  config: ApiConfig;
};

export type ApiConfig = {
  /** Public origin without a trailing slash: "http://localhost:3000". */
  appUrl: string;
  /** First one signs and encrypts; all of them are accepted (rotation). */
  sessionSecrets: readonly [string, ...string[]];
  /** Locales offered, English first. */
  locales: readonly string[];
  /** Where `X-Forwarded-For` is believed; the in-process web tier always is. */
  trustProxy: boolean;
  /** Random, made anew at each start: the web tier proves itself with it (INTERNAL_HEADER). */
  internalToken: string;
};

export type SessionUser = {
  id: number;
  email: string;
  role: Role;
  /** Null for everybody who is not staff. */
  staffRole: StaffRole | null;
  isEmailVerified: boolean;
  verificationStatus: VerificationStatus;
};

/** Values that the middleware puts on each request. */
export type ApiVariables = {
  requestId: string;
  /** From the `frontend-language` header, always one that is offered. */
  locale: string;
  clientIp: string;
  /** Null where cookies are not looked at: a request that does not come from our own pages. */
  session: RequestSession | null;
  user: SessionUser | null;
};

/** Bindings are there when a socket is: calls within the process have none. */
export type ApiEnv = { Bindings: Partial<HttpBindings>; Variables: ApiVariables };
export type ApiContext = Context<ApiEnv>;

/** The signed-in user. Throws DomainError unauthenticated (401). */
export function requireUser(context: Context<ApiEnv>): SessionUser {
  const user = context.get("user");
  if (!user) throw new DomainError("unauthenticated");
  return user;
}
