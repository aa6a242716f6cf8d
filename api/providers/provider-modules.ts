import { z } from "zod";
import type { Database } from "../db/client.ts";

/** A signed report older than this is rejected, so that a recorded one cannot be replayed later. */
export const SIGNATURE_TTL_SECONDS = 300;

/**
 * The key in reports of a provider that keeps its records in the shop's own database: they are
 * restored together with it, so our ids stay unambiguous.
 */
export const ANY_KEY = "*";

/** What a provider is created with, besides its own settings. */
export type ProviderContext = {
  database: Database;
  appUrl: string;
  /** The session secret, for deriving keys. */
  secret: string;
  now: () => Date;
  /** The API's own `fetch`, through which an in-process provider reports like an external one. */
  deliver(request: Request): Promise<Response>;
};

/** Static properties of a configured money provider. */
export type ConfiguredModule = {
  readonly name: string;
  /** False for a demonstration, in which no money moves. */
  readonly takesRealMoney: boolean;
  /** The setting that makes a real provider a demonstration, such as a test key. */
  readonly testSetting?: string;
  /** Origins of its pages, which forms and redirects may lead to (CSP `form-action`). */
  readonly origins: readonly string[];
};

/** A kind of provider: its settings and its factory. */
export type ProviderModule<Configured> = {
  readonly name: string;
  /** The names of its settings. */
  readonly settings: readonly string[];
  /** The secrets among its settings; each can also come from a file, as NAME_FILE. */
  readonly secrets: readonly string[];
  /** Parses its own settings. Throws a ZodError that names missing or invalid ones. */
  configure(environment: Record<string, string | undefined>): Configured;
};

/**
 * Configures the named modules from the environment. `problems` lists all configuration errors, one
 * line each; if there are any, the list of providers is incomplete. `variable` is where the names
 * come from, and `besides` lists other allowed values.
 */
export function configureProviders<Configured>(
  given: { variable: string; names: readonly string[]; besides?: readonly string[] },
  environment: Record<string, string | undefined>,
  registry: readonly ProviderModule<Configured>[],
): { providers: Configured[]; problems: string[] } {
  const problems: string[] = [];
  const providers = [...new Set(given.names)].flatMap((name) => {
    const found = registry.find((provider) => provider.name === name);
    if (!found) {
      const known = [...(given.besides ?? []), ...registry.map((provider) => provider.name)];
      problems.push(`${given.variable}: "${name}" is none of ${known.join(", ")}`);
      return [];
    }
    try {
      return [found.configure(environment)];
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      problems.push(...error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`));
      return [];
    }
  });
  return { providers, problems };
}
