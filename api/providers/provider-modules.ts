import { z } from "zod";
import type { Database } from "../db/client.ts";

/** A signed report older than this is rejected: a recorded one cannot be replayed for ever. */
export const SIGNATURE_TTL_SECONDS = 300;

/** What a provider is made from, besides its own settings. */
export type ProviderContext = {
  database: Database;
  appUrl: string;
  /** The session secret, for keys that are derived from it. */
  secret: string;
  now: () => Date;
  /** The API's own `fetch`: a provider within the process reports like one outside. */
  deliver(request: Request): Promise<Response>;
};

/** What is known of a provider of money before it is made. */
export type ConfiguredModule = {
  readonly name: string;
  /** False for a demonstration, where no money moves. */
  readonly takesRealMoney: boolean;
  /** Origins of its pages: forms and redirects may lead there (CSP `form-action`). */
  readonly origins: readonly string[];
};

/** A kind of provider: its settings, and what is made of them. */
export type ProviderModule<Configured> = {
  readonly name: string;
  /** Its settings that are secrets: each may also come from a file, as NAME_FILE. */
  readonly secrets: readonly string[];
  /** Reads its own settings. Throws ZodError naming those that are missing or wrong. */
  configure(environment: Record<string, string | undefined>): Configured;
};

/**
 * The modules named, with their own settings read from the environment. `problems` lists everything
 * that is wrong with these, a line each; then the list of providers is not complete. `variable` is
 * where the names are from, `besides` what else may stand there.
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
