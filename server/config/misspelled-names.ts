import { editDistance } from "#api/catalog/search/edit-distance.ts";

/** What begins so is a setting of ours: other programs of a container have no such names. */
const OWN_PREFIX = /^(?:S3|STRIPE|SMTP|IMAGE|METRICS|PAYMENT|PAYOUT|SANDBOX)_/;
/** Builds and deployments name the container's image so. */
const CONTAINER_IMAGE = /^IMAGE_(?:NAME|TAG|VERSION|DIGEST|ID|REPO|REPOSITORY|REGISTRY)$/;
/** Short names are near too many others: HOME and HOST, APP_UID and APP_URL. */
const LENGTH_OF_ONE_TYPO = 5;
const LENGTH_OF_TWO_TYPOS = 8;

/** Kubernetes sets these for each service, Docker for a linked container. */
const SERVICE_LINK = /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;
const LINK_ADDRESS = /^(?:tcp|udp|sctp):\/\//;
const OF_A_LINK = /^(\w+?)_(?:PORT|NAME|ENV_\w+)$/;

/**
 * A sentence for each name in the environment that is probably a misspelled one of `known`, with
 * the closest of them; never with a value.
 */
export function findMisspelledNames(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  const names = new Set(known);
  const isOfLink = (name: string) => {
    const [, service] = OF_A_LINK.exec(name) ?? [];
    return service !== undefined && LINK_ADDRESS.test(environment[`${service}_PORT`] ?? "");
  };
  return Object.entries(environment).flatMap(([name, value]) => {
    if (names.has(name) || !value?.trim() || !/^[A-Z]/.test(name)) return [];
    if (CONTAINER_IMAGE.test(name) || SERVICE_LINK.test(name) || isOfLink(name)) return [];
    const meant = findMeant(name, names);
    return meant ? [`${name} is not a setting, and has no effect: is ${meant} meant?`] : [];
  });
}

function findMeant(name: string, known: ReadonlySet<string>): string | null {
  const [prefix] = OWN_PREFIX.exec(name) ?? [];
  let closest: { meant: string; typos: number } | null = null;
  for (const meant of known) {
    const typos = editDistance(name, meant);
    const isNear = typos <= typosMax(name) || (prefix !== undefined && meant.startsWith(prefix));
    if (isNear && typos < (closest?.typos ?? Number.POSITIVE_INFINITY)) closest = { meant, typos };
  }
  return closest?.meant ?? null;
}

function typosMax({ length }: string): number {
  if (length >= LENGTH_OF_TWO_TYPOS) return 2;
  return length >= LENGTH_OF_ONE_TYPO ? 1 : 0;
}
