import { isThisMachine } from "./addresses.ts";
import type { Environment } from "./environment.ts";
import type { Exposure } from "./exposure.ts";

export type DemoSettings = {
  seedDemo: boolean;
  /** True for a public shop unless demo data is requested: published passwords must not work. */
  lockDemoAccounts: boolean;
};

/**
 * Whether to create demo data (by default only if nobody else can reach the shop), and warnings
 * about it for the operator.
 */
export function readDemoSettings(
  env: Environment,
  exposure: Exposure,
): { settings: DemoSettings; notices: string[] } {
  const { isOpen } = exposure;
  const seedDemo = env.SEED_DEMO ?? !isOpen;
  return {
    settings: { seedDemo, lockDemoAccounts: isOpen && !seedDemo },
    notices: env.API_URL ? [] : listNotices(env, exposure, seedDemo),
  };
}

/** Startup messages about demo data, so that operators do not first hear of it from visitors. */
function listNotices(env: Environment, exposure: Exposure, seedDemo: boolean): string[] {
  const { isPublic, isOpen, host } = exposure;
  const published = "everybody can sign in with the published passwords, as staff too";
  if (isOpen && seedDemo) return [`SEED_DEMO=1 makes the demo accounts: ${published}.`];
  if (!isOpen && seedDemo && !isThisMachine(env.BIND ?? host)) {
    const fix = "set SEED_DEMO=0, or APP_URL to the public address";
    return [`HOST is ${host}: anyone who reaches it from outside finds demo accounts; ${fix}.`];
  }
  if (!isOpen || env.SEED_DEMO !== undefined) return [];
  const unnamed = env.BIND ? `BIND is ${env.BIND}` : `HOST is ${host}, and APP_URL is not set`;
  const why = isPublic ? "APP_URL is a public address" : unnamed;
  return [
    `${why}, so there are no demo accounts and no demo catalogue: ` +
      "set SEED_DEMO=1 for a demonstration; `npm run staff -- add ADDRESS` makes a staff account.",
  ];
}
