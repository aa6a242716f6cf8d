import { editDistance } from "#api/catalog/search/edit-distance.ts";

/** Shorter names are too similar to unrelated ones, such as HOME and HOST. */
const NAME_LENGTH_MIN = 5;
/**
 * Minimum length at which a part between underscores may contain a typo; URL and SSL differ by two.
 */
const LENGTH_OF_ONE_TYPO = 3;
const LENGTH_OF_TWO_TYPOS = 8;
const TYPOS_MAX = 2;

const UNIT = /_(?:MS|SECONDS)$/;

/** The names of our settings in other programs; operators may try them here. */
const NAMES_IN_OTHER_PROGRAMS: Record<string, string> = {
  SMTP_HOST: "SMTP_URL",
  SMTP_PORT: "SMTP_URL",
  SMTP_USER: "SMTP_URL",
  SMTP_USERNAME: "SMTP_URL",
  SMTP_PASS: "SMTP_URL",
  SMTP_PASSWORD: "SMTP_URL",
  SMTP_FROM: "MAIL_FROM",
  S3_KEY: "S3_ACCESS_KEY_ID",
  S3_ACCESS_KEY: "S3_ACCESS_KEY_ID",
  S3_SECRET: "S3_SECRET_ACCESS_KEY",
  S3_SECRET_KEY: "S3_SECRET_ACCESS_KEY",
};
const FILE = "_FILE";

/** Kubernetes sets these for each service, Docker for a linked container. */
const SERVICE_LINK = /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;
const LINK_ADDRESS = /^(?:tcp|udp|sctp):\/\//;
const LINK_VARIABLE = /^(\w+?)_(?:PORT|NAME|ENV_\w+)$/;

/**
 * Returns a sentence for each name in the environment that is probably a misspelling of one in
 * `known`, with the closest match. Never includes a value.
 */
export function findMisspelledNames(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): string[] {
  const names = new Set(known);
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  const isOfLink = (name: string) => {
    const [, service] = LINK_VARIABLE.exec(name) ?? [];
    return service !== undefined && LINK_ADDRESS.test(environment[`${service}_PORT`] ?? "");
  };
  return Object.keys(environment).flatMap((name) => {
    if (names.has(name) || !isSet(name) || !/^[A-Z]/.test(name)) return [];
    if (SERVICE_LINK.test(name) || isOfLink(name)) return [];
    const meant = findClosest(name, names) ?? findFromElsewhere(name, names, isSet);
    return meant ? [`${name} is not a setting, and has no effect: is ${meant} meant?`] : [];
  });
}

/** Our name for a setting that other programs call by this name, unless it is set. */
function findFromElsewhere(
  name: string,
  known: ReadonlySet<string>,
  isSet: (name: string) => boolean,
): string | null {
  const usual = findClosest(name.replace(/_FILE$/, ""), Object.keys(NAMES_IN_OTHER_PROGRAMS));
  const setting = usual === null ? undefined : NAMES_IN_OTHER_PROGRAMS[usual];
  if (setting === undefined || isSet(setting) || isSet(setting + FILE)) return null;
  return name.endsWith(FILE) && known.has(setting + FILE) ? setting + FILE : setting;
}

function findClosest(name: string, known: Iterable<string>): string | null {
  let closest: { meant: string; typos: number } | null = null;
  for (const meant of known) {
    const typos = countTypos(name, meant);
    if (typos <= TYPOS_MAX && typos < (closest?.typos ?? Number.POSITIVE_INFINITY)) {
      closest = { meant, typos };
    }
  }
  return closest?.meant ?? null;
}

/**
 * Counts the differences; infinite for an unrelated name, one with a part or number that the known
 * name lacks.
 */
function countTypos(name: string, known: string): number {
  if (name === known) return 0;
  if (Math.min(name.length, known.length) < NAME_LENGTH_MIN) return Number.POSITIVE_INFINITY;
  if (name.replaceAll(/\D/g, "") !== known.replaceAll(/\D/g, "")) return Number.POSITIVE_INFINITY;
  if (UNIT.test(known) && name.replace(UNIT, "") === known.replace(UNIT, "")) return 1;
  const [parts, knownParts] = [name.split("_"), known.split("_")];
  if (parts.length !== knownParts.length) {
    const typos = 1 + editDistance(parts.join(""), knownParts.join(""));
    return typos <= TYPOS_MAX ? typos : Number.POSITIVE_INFINITY;
  }
  return parts.reduce((sum, part, index) => sum + typosOfPart(part, knownParts[index] ?? ""), 0);
}

function typosOfPart(part: string, known: string): number {
  const typos = editDistance(part, known);
  return typos <= typosMax(known) ? typos : Number.POSITIVE_INFINITY;
}

function typosMax({ length }: string): number {
  if (length >= LENGTH_OF_TWO_TYPOS) return 2;
  return length >= LENGTH_OF_ONE_TYPO ? 1 : 0;
}
