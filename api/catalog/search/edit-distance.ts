import { toLetters } from "./search-text.ts";

/** Shorter words are not corrected: too many other words differ by a single letter. */
export const TYPO_LENGTH_MIN = 4;
const LENGTH_OF_TWO_TYPOS = 8;
/** Longer words are not treated as typos. */
export const TYPO_LENGTH_MAX = 40;
/** Number of catalogue words compared with an unknown one: the most similar ones from an index. */
export const CANDIDATES_MAX = 24;
/** Maximum number of corrections per word. */
const MEANINGS_MAX = 3;

/**
 * Returns the candidates with the fewest typos relative to the word: one letter missing, extra,
 * wrong or transposed; up to two in long words. The word may also be the beginning of a candidate.
 */
export function pickCorrections(word: string, candidates: readonly string[]): string[] {
  const letters = toLetters(word);
  if (letters.length < TYPO_LENGTH_MIN) return [];
  const typosMax = letters.length < LENGTH_OF_TWO_TYPOS ? 1 : 2;
  const judged = candidates.map((candidate) => ({
    candidate,
    typos: Math.min(...prefixDistances(letters, toLetters(candidate))),
  }));
  const fewest = Math.min(typosMax, ...judged.map(({ typos }) => typos));
  return judged
    .filter(({ typos }) => typos === fewest)
    .slice(0, MEANINGS_MAX)
    .map(({ candidate }) => candidate);
}

/**
 * Returns the word with each pair of neighbouring letters swapped. In short words a swap leaves too
 * little in common for a search by similarity, which would find mostly unrelated words.
 */
export function swapNeighbours(word: string): string[] {
  const letters = toLetters(word);
  return letters.slice(1).map((letter, index) => {
    const swapped = [...letters];
    swapped.splice(index, 2, letter, letters[index] ?? "");
    return swapped.join("");
  });
}

/**
 * Returns the number of characters missing, extra, wrong or transposed (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  return prefixDistances([...one], [...other]).at(-1) ?? 0;
}

/**
 * Returns the edit distances between the word and each prefix of the candidate, the empty one
 * first.
 */
function prefixDistances(word: string[], candidate: string[]): number[] {
  let before: number[] = [];
  let above = candidate.map((_, column) => column + 1);
  above.unshift(0);
  for (const [row, letter] of word.entries()) {
    const current = [row + 1];
    for (const [column, other] of candidate.entries()) {
      const at = (line: number[], index: number) => line[index] ?? Number.POSITIVE_INFINITY;
      const isSwapped = letter === candidate[column - 1] && word[row - 1] === other;
      current.push(
        Math.min(
          at(above, column) + (letter === other ? 0 : 1),
          at(above, column + 1) + 1,
          at(current, column) + 1,
          isSwapped ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = above;
    above = current;
  }
  return above;
}
