/** Words shorter than this are taken as they are: too many others are one letter away. */
const LENGTH_MIN = 4;
const LENGTH_OF_TWO_TYPOS = 8;
/** Longer ones are no words with a typo. */
export const TYPO_LENGTH_MAX = 40;
/** A word may stand for so many others. */
const MEANINGS_MAX = 3;

/**
 * Which of the candidates the word may be a typo of, those with the fewest: one letter missing, too
 * many, wrong or swapped with its neighbour, two in long words. The word may also be the beginning
 * of what was meant.
 */
export function pickCorrections(word: string, candidates: readonly string[]): string[] {
  const letters = toLetters(word);
  if (letters.length < LENGTH_MIN) return [];
  const typosMax = letters.length < LENGTH_OF_TWO_TYPOS ? 1 : 2;
  const judged = candidates.map((candidate) => ({
    candidate,
    typos: editDistance(letters, toLetters(candidate)),
  }));
  const fewest = Math.min(typosMax, ...judged.map(({ typos }) => typos));
  return judged
    .filter(({ typos }) => typos === fewest)
    .slice(0, MEANINGS_MAX)
    .map(({ candidate }) => candidate);
}

/**
 * The word with each two neighbours swapped back. In a short one a swap leaves so little of it that
 * what looks alike is something else.
 */
export function swapNeighbours(word: string): string[] {
  const letters = toLetters(word);
  return letters.slice(1).map((letter, index) => {
    const swapped = [...letters];
    swapped.splice(index, 2, letter, letters[index] ?? "");
    return swapped.join("");
  });
}

/** Letters of other scripts are written as code points (search-text.ts): each is one letter still. */
const toLetters = (word: string) => word.match(/q[0-9a-f]{4,5}|./gu) ?? [];

/** Optimal string alignment of the word and the beginning of the candidate that is nearest. */
function editDistance(word: string[], candidate: string[]): number {
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
  return Math.min(...above);
}
