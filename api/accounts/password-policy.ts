import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { fieldError } from "#domain/errors.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings } from "../site/site.queries.ts";

// Length and nothing else is asked of a password (NIST SP 800-63B), but not everything that is long
// is hard to guess: what leaked before, keyboard rows, repetitions, and the person's own address.

/**
 * Only so many characters are judged: the work grows with the square of the length, and 32 that are
 * hard to guess are enough whatever follows.
 */
export const JUDGED_LENGTH_MAX = 32;
/** Below it, about a million guesses find the password: a limit on guessing would not protect it. */
const SCORE_MIN = 2;
/** Substitutions such as 4 for a, tried per password. */
const SUBSTITUTIONS_MAX = 8;
/** So few characters beside one's own words make no password. */
const OWN_CHARACTERS_MIN = 4;
const WORD_LENGTH_MIN = 3;

let estimator: Promise<ZxcvbnFactory> | null = null;

/**
 * Checks a password that somebody wants to have from now on. Throws validation_failed on
 * `password` when it is made of the address or the shop's name, or too easy to guess.
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

/** What is wrong with a password; null when nothing is. */
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

/** The address, its two parts and the shop's name; the longest first. */
function listOwnWords({ email, shopName }: { email: string; shopName: string }): string[] {
  return [email, ...email.split("@"), shopName]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= WORD_LENGTH_MIN)
    .sort((a, b) => b.length - a.length);
}

/** True when next to nothing is left of the password without these words. */
function isMadeOf(words: string[], password: string): boolean {
  const whole = password.toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ""), whole);
  return rest !== whole && rest.length < OWN_CHARACTERS_MIN;
}

/**
 * 50,000 leaked passwords in many languages and the keyboards, loaded when first needed (17 MB). The
 * word lists of single languages would take 40 MB more, and ten times as long for each password.
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
