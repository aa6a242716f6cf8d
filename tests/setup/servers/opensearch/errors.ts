/** An error response of the engine. */
export class EngineError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }

  /** The error as an item of a bulk response, or as the cause in its own response. */
  get body() {
    return { type: this.type, reason: this.message };
  }
}

export const badRequest = (type: string, reason: string) => new EngineError(400, type, reason);

export type Json = Record<string, unknown>;

/** Throws parsing_exception for anything but an object. */
export function toObject(value: unknown, what: string): Json {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw badRequest("parsing_exception", `[${what}] is no object`);
}

/** Throws for keys that the engine does not know, as its strict parsers do. */
export function assertKeys(object: Json, known: readonly string[], what: string): void {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw badRequest("x_content_parse_exception", `[${what}] unknown field [${unknown}]`);
}

export function toWhole(value: unknown, what: string, { min = 0, max = 2 ** 53 } = {}): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) {
    return value;
  }
  throw badRequest("illegal_argument_exception", `[${what}] is out of range: ${String(value)}`);
}

export function toText(value: unknown, what: string): string {
  if (typeof value === "string") return value;
  throw badRequest("parsing_exception", `[${what}] is no string`);
}
