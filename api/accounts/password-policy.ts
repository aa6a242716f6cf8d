import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { normalizePassword } from "#domain/accounts.ts";
import { fieldError } from "#domain/errors.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings } from "../site/site.queries.ts";

// The only stated requirement is length (NIST SP 800-63B), but long passwords can be easy to guess
// too: leaked ones, keyboard rows, repetitions and the person's own address are rejected.

/**
 * Only this many characters are scored, because the cost grows with the square of the length; 32
 * characters that are hard to guess are enough, whatever follows them.
 */
export const JUDGED_LENGTH_MAX = 32;
/** Below this score about a million guesses find the password: rate limits would not protect it. */
const SCORE_MIN = 2;
/** Substitutions such as 4 for a, tried per password. */
const SUBSTITUTIONS_MAX = 8;
/** A password needs at least this many characters besides the person's own words. */
const OWN_CHARACTERS_MIN = 4;
const WORD_LENGTH_MIN = 3;

let estimator: Promise<ZxcvbnFactory> | null = null;

/**
 * Checks a new password. Throws validation_failed on `password` when it is built from the address
 * or the shop's name, or is too easy to guess.
 */
export async function checkNewPassword(
  deps: Pick<ApiDeps, "database">,
  { password, email }: { password: string; email: string },
): Promise<void> {
  const { companyName } = await requireSettings(deps.database);
  const problem = await findPasswordProblem(password, { email, shopName: companyName });
  if (problem === "own words") {
    throw fieldError("password", "password_personal");
  }
  if (problem === "guessable") {
    throw fieldError("password", "password_guessable");
  }
}

/** Returns the problem with a password; null if there is none. */
export async function findPasswordProblem(
  password: string,
  owner: { email: string; shopName: string },
): Promise<"own words" | "guessable" | null> {
  const words = listOwnWords(owner);
  if (isMadeOf(words, password)) return "own words";
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(
    password.slice(0, JUDGED_LENGTH_MAX),
    words.map((word) => word.slice(0, JUDGED_LENGTH_MAX)),
  );
  return score < SCORE_MIN ? "guessable" : null;
}

/** Returns the address, its two parts and the shop's name, longest first. */
function listOwnWords({ email, shopName }: { email: string; shopName: string }): string[] {
  return [email, ...email.split("@"), shopName]
    .map((word) => normalizePassword(word).toLowerCase())
    .filter((word) => word.length >= WORD_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}

/** Returns true when almost nothing of the password is left without these words. */
function isMadeOf(words: string[], password: string): boolean {
  const whole = password.toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), whole);
  return rest !== whole && rest.length < OWN_CHARACTERS_MIN;
}

/**
 * Loads 50,000 leaked passwords in many languages and the keyboard layouts on first use (17 MB).
 * Word lists for single languages would take another 40 MB and ten times as long per password.
 */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { leaked: common.dictionary["passwords-common"] },
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED_LENGTH_MAX,
    l33tMaxSubstitutions: SUBSTITUTIONS_MAX,
  });
}
