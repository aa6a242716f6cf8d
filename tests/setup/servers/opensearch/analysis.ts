import { assertKeys, badRequest, type Json, toObject, toText, toWhole } from "./errors.ts";

export type Analysis = Map<string, (text: string) => string[]>;
type TokenFilter = (token: string) => string[];

/** The engine splits longer tokens. */
const TOKEN_LENGTH_MAX = 255;

/** The stemmers in use, and similar ones, that every server has without a plug-in. */
const STEMMERS = [
  ...["arabic", "dutch", "english", "french", "german", "italian", "portuguese", "spanish"],
  ...["light_english", "light_french", "light_german", "light_italian", "light_portuguese"],
  ...["light_spanish", "minimal_english", "minimal_french", "minimal_german"],
];

/**
 * Parses the analyzers of an index. Throws EngineError for settings that the engine would reject.
 */
export function parseAnalysis(settings: Json): Analysis {
  assertKeys(settings, ["analyzer", "filter"], "analysis");
  const filters = new Map<string, TokenFilter>([
    ["lowercase", (token) => [token.toLowerCase()]],
    ["asciifolding", (token) => [token.normalize("NFKD").replace(/\p{M}/gu, "")]],
  ]);
  for (const [name, value] of Object.entries(toObject(settings.filter ?? {}, "filter"))) {
    filters.set(name, parseFilter(toObject(value, name)));
  }
  const analyzers: Analysis = new Map([["whitespace", splitAtBlanks]]);
  for (const [name, value] of Object.entries(toObject(settings.analyzer ?? {}, "analyzer"))) {
    const analyzer = toObject(value, name);
    assertKeys(analyzer, ["type", "tokenizer", "filter"], name);
    if (analyzer.type !== "custom" || analyzer.tokenizer !== "whitespace") {
      throw badRequest("stand_in_exception", `the analyzer [${name}] is not simulated`);
    }
    const chain = [analyzer.filter ?? []].flat().map((filter) => {
      const found = filters.get(String(filter));
      if (found) return found;
      const reason = `Custom Analyzer [${name}] failed to find filter under name [${String(filter)}]`;
      throw badRequest("illegal_argument_exception", reason);
    });
    analyzers.set(name, (text) =>
      chain.reduce((tokens, filter) => tokens.flatMap(filter), splitAtBlanks(text)),
    );
  }
  return analyzers;
}

function splitAtBlanks(text: string): string[] {
  const words = text.split(/\s+/u).filter(Boolean);
  return words.flatMap((word) => word.match(new RegExp(`[^]{1,${TOKEN_LENGTH_MAX}}`, "g")) ?? []);
}

function parseFilter(settings: Json): TokenFilter {
  const type = toText(settings.type, "type");
  if (type === "stemmer") {
    assertKeys(settings, ["type", "language"], type);
    const language = toText(settings.language, "language");
    if (!STEMMERS.includes(language)) {
      throw badRequest(
        "illegal_argument_exception",
        `Invalid stemmer class specified: ${language}`,
      );
    }
    // Stemming of other languages is not simulated: their words match unchanged.
    return language === "minimal_english" ? (token) => [stemEnglish(token)] : (token) => [token];
  }
  if (type === "edge_ngram") {
    assertKeys(settings, ["type", "min_gram", "max_gram"], type);
    const min = toWhole(settings.min_gram ?? 1, "min_gram", { min: 1 });
    const max = toWhole(settings.max_gram ?? 2, "max_gram", { min });
    return (token) => {
      const letters = [...token];
      const lengths = letters.map((_, index) => index + 1);
      const grams = lengths.filter((length) => length >= min && length <= max);
      return grams.map((length) => letters.slice(0, length).join(""));
    };
  }
  throw badRequest("illegal_argument_exception", `Unknown filter type [${type}]`);
}

/** Lucene's EnglishMinimalStemmer: only plurals. */
function stemEnglish(word: string): string {
  if (word.length < 3 || !word.endsWith("s")) return word;
  const [before = "", beforeThat = ""] = [word.at(-2), word.at(-3)];
  if (before === "u" || before === "s") return word;
  if (before === "e") {
    if (word.length > 3 && beforeThat === "i" && !/[ae]/.test(word.at(-4) ?? "")) {
      return `${word.slice(0, -3)}y`;
    }
    if (/[iaoe]/.test(beforeThat)) return word;
  }
  return word.slice(0, -1);
}

/** Optimal string alignment, like the engine's automata: swapping neighbours is one edit. */
export function countEdits(a: string, b: string): number {
  const [first, second] = [[...a], [...b]];
  const rows: number[][] = [Array.from({ length: second.length + 1 }, (_, column) => column)];
  for (const [index, letter] of first.entries()) {
    const above = rows[index] ?? [];
    const row = [index + 1];
    for (const [column, other] of second.entries()) {
      const isSwap = letter === second[column - 1] && first[index - 1] === other;
      const options = [
        (above[column] ?? 0) + (letter === other ? 0 : 1),
        (above[column + 1] ?? 0) + 1,
        (row[column] ?? 0) + 1,
        ...(isSwap ? [(rows[index - 1]?.[column - 1] ?? 0) + 1] : []),
      ];
      row.push(Math.min(...options));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
