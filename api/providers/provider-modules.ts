import { z } from "zod";
import type { Database } from "../db/client.ts";

/** A signed report older than this is rejected: a recorded one cannot be replayed for ever. */
export const SIGNATURE_TTL_SECONDS = 300;

/**
 * The key of a report by a provider whose records are in the shop's own database: restored with it,
 * so that one of our ids is never another's.
 */
export const ANY_KEY = "*";

/** What a provider is made from, besides its own settings. */
export type ProviderContext = {
  database: Database;
  appUrl: string;
  /** The session secret, for deriving keys. */
  secret: string;
  now: () => Date;
  /** The API's own `fetch`: an in-process provider reports like an external one. */
  deliver(request: Request): Promise<Response>;
};

/** Static facts about a money provider. */
export type ConfiguredModule = {
  readonly name: string;
  /** False for a demonstration, where no money moves. */
  readonly takesRealMoney: boolean;
  /** The setting that makes a real provider a demonstration: a test key. */
  readonly testSetting?: string;
  /** Origins of its pages, allowed for forms and redirects (CSP `form-action`). */
  readonly origins: readonly string[];
};

/** A kind of provider: its settings and its factory. */
export type ProviderModule<Configured> = {
  readonly name: string;
  /** The names of its settings. */
  readonly settings: readonly string[];
  /** Its secret settings: each may also come from a file, as NAME_FILE. */
  readonly secrets: readonly string[];
  /** Parses its own settings. Throws ZodError naming missing or invalid ones. */
  configure(environment: Record<string, string | undefined>): Configured;
};

/**
 * The named modules, configured from the environment. `problems` lists all configuration errors, a
 * line each; the list of providers is then incomplete. `variable` is the source of the names,
 * `besides` lists other allowed values.
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
