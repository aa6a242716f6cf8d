import { isRecord } from "#domain/json.ts";

// How other servers write the same data (docs/own-api.md): every shape that the web tier's parser
// must understand, chosen at random.

const FLAGS = { true: [true, 1, "1", "true"], false: [false, 0, "0", "false"] } as const;
/** Fields of spec §3 that are money; other fields that look like numbers are texts. */
const AMOUNT = /^(?:price|user_price|service_price|amount|internal_amount|balance|total)$/;
/** Fields that screens need as numbers. */
const COUNT = /^(?:current_page|last_page|per_page|total|products_count|prompt_words|id)$/;
const OTHER_NAMES: Record<string, string> = {
  amount: "sum",
  created_at: "date",
  country: "countryIso",
  post_code: "zip",
};

type Random = () => number;

/**
 * Returns the same response as another server might write it. `random` returns 0 to 1, like
 * Math.random.
 */
export function loosen(body: unknown, random: Random): unknown {
  return loosenEnvelope(loosenValue(body, "", random), random);
}

function loosenEnvelope(body: unknown, random: Random): unknown {
  if (!isRecord(body) || !("payload" in body) || body.status !== "OK") return body;
  const { status, ...rest } = body;
  const stated = pick([{ status }, {}, { status: "success" }, { status: true }], random);
  return { ...stated, ...rest, ...pick([{}, { message: null }, { message: "" }], random) };
}

function loosenValue(value: unknown, name: string, random: Random): unknown {
  if (typeof value === "boolean") return pick(FLAGS[`${value}`], random);
  if (Array.isArray(value)) return value.map((entry) => loosenValue(entry, "", random));
  if (isRecord(value)) return loosenRecord(value, random);
  if (AMOUNT.test(name) && isAmount(value)) return loosenAmount(String(value), random);
  if (name.endsWith("_at") && value !== null) return loosenTime(value, random);
  if (COUNT.test(name) && typeof value === "number") return pick([value, String(value)], random);
  return value;
}

function loosenRecord(value: Record<string, unknown>, random: Random): unknown {
  const entries = Object.entries(value);
  if (entries.length === 0) return pick([{}, []], random);
  const isDeposit = "internal_amount" in value;
  const loose = entries.flatMap(([name, field]): [string, unknown][] => {
    // A null field and an absent field mean the same.
    if (field === null) return pick([[], [[name, null]]], random);
    const other = isDeposit ? OTHER_NAMES[name] : undefined;
    const key = other !== undefined && random() < 0.5 ? other : name;
    const written = loosenValue(field, name, random);
    return key !== name && random() < 0.3
      ? [
          [name, null],
          [key, written],
        ]
      : [[key, written]];
  });
  // Rows only: in a map it would be an additional entry.
  if ("id" in value && random() < 0.3) loose.push(["pivot", { unknown: [1, null] }]);
  return Object.fromEntries(loose);
}

const isAmount = (value: unknown) => /^-?\d+(?:\.\d\d?)?$/.test(String(value));

function loosenAmount(text: string, random: Random): unknown {
  const fixed = Number(text).toFixed(2);
  const grouped = fixed.replace(/\B(?=(?:\d{3})+\.)/g, ",");
  return pick([fixed, Number(text), `${fixed}00`, text, grouped], random);
}

/** Drops fractions of a second, which not every time format has. */
function loosenTime(value: unknown, random: Random): unknown {
  const time = typeof value === "number" ? value * 1000 : Date.parse(String(value));
  const iso = new Date(time).toISOString();
  const seconds = Math.floor(time / 1000);
  return pick(
    [
      iso,
      seconds,
      String(seconds),
      seconds * 1000,
      iso.slice(0, 19).replace("T", " "),
      iso.replace("Z", "000Z"),
      iso.replace(/\.\d+Z$/, "+00:00"),
    ],
    random,
  );
}

/** Creates a seeded random generator from 0 to 1 (mulberry32): the same seed gives the same run. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  // Callers never pass an empty list.
  return items[Math.floor(random() * items.length)] as Item;
}
