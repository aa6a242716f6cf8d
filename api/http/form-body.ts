import { DomainError } from "#domain/errors.ts";

/** More fields than any form of the contract has; also the limit for uploads and page forms. */
export const FORM_FIELDS_MAX = 200;
/** More values, in lists and objects together, than any JSON body of the contract has. */
export const JSON_VALUES_MAX = 2_000;
const JSON_DEPTH_MAX = 100;
/** Longer than any field name of the contract. */
export const FIELD_NAME_LENGTH_MAX = 100;
/**
 * Bytes of a part's headers in a form with files; a file's name has up to 255 characters. Node's
 * parser takes half a microsecond for each byte, and so much memory that 18 MB end the process.
 */
export const PART_HEADERS_BYTES_MAX = 2 * 1024;
/** More than any field of the contract needs: at most a list of objects. */
export const DEPTH_MAX = 16;

/** Values of a checked checkbox, where JSON has true. */
const TICKED = new Set(["on", "1", "true", "yes"]);

/**
 * Parses a form (application/x-www-form-urlencoded) into the equivalent JSON object; `name[]` is a
 * list, and a checked field of `checkboxes` is true. Takes the text of the body. Time and memory
 * are linear in its length. Throws payload_too_large for more than FORM_FIELDS_MAX fields, before
 * any is decoded, and malformed_body for a name that is too long or nested too deeply.
 */
export function parseFormBody(
  text: string,
  checkboxes: ReadonlySet<string>,
): Record<string, unknown> {
  if (countUpTo(text, "&", FORM_FIELDS_MAX) >= FORM_FIELDS_MAX) {
    throw new DomainError("payload_too_large");
  }
  const fields = new Map<string, string | boolean | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.length > FIELD_NAME_LENGTH_MAX || countUpTo(name, "[", DEPTH_MAX + 1) > DEPTH_MAX) {
      throw new DomainError("malformed_body");
    }
    if (name.endsWith("[]")) appendTo(fields, name.slice(0, -2), value);
    else fields.set(name, checkboxes.has(name) && TICKED.has(value) ? true : value);
  }
  return Object.fromEntries(fields);
}

function appendTo(
  fields: Map<string, string | boolean | string[]>,
  name: string,
  value: string,
): void {
  const list = fields.get(name);
  if (Array.isArray(list)) list.push(value);
  else fields.set(name, [value]);
}

/** Counts the occurrences of `part` in `text`, up to `max`. */
function countUpTo(text: string, part: string, max: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && count < max; at = text.indexOf(part, at + 1)) {
    count += 1;
  }
  return count;
}

/** Boundary characters that RFC 2046 allows. */
const BOUNDARY = /^[\w'()+,\-./:=?](?:[\w'()+,\-./:=? ]{0,68}[\w'()+,\-./:=?])?$/;

/**
 * Returns the boundary of a multipart form. Takes its content type; returns null for any other
 * type, and for a boundary that is missing, repeated or ambiguous between parsers.
 */
export function multipartBoundary(contentType: string): string | null {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const [boundary, ...others] = parameters.flatMap((parameter) => {
    const [, quoted, bare] = /^boundary=(?:"([^"\\]*)"|([^"\s]*))$/i.exec(parameter) ?? [];
    return /boundary/i.test(parameter) ? [quoted ?? bare ?? ""] : [];
  });
  if (type.toLowerCase() !== "multipart/form-data" || others.length > 0) return null;
  return boundary !== undefined && BOUNDARY.test(boundary) ? boundary : null;
}

/**
 * Checks a JSON text before it is parsed, because parsing a megabyte of brackets takes a third of a
 * second. Throws payload_too_large for more than JSON_VALUES_MAX values and malformed_body for
 * unrealistic nesting; moderate nesting is rejected with its field's name (body.ts).
 */
export function assertJsonSize(json: string): void {
  let values = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isText) {
      if (character === "\\") at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === ",") values += 1;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (values >= JSON_VALUES_MAX) throw new DomainError("payload_too_large");
    if (depth > JSON_DEPTH_MAX) throw new DomainError("malformed_body");
  }
}

/**
 * What separates the fields of a form: its text, and how often it may occur. In a form with files
 * it begins the headers of a part, which may have `headersBytesMax` bytes.
 */
export type Separator = { text: string; max: number; headersBytesMax: number | null };

/** The separator of a form with files: FORM_FIELDS_MAX parts, and one that ends the form. */
export function partSeparator(boundary: string): Separator {
  const max = FORM_FIELDS_MAX + 1;
  return { text: `--${boundary}`, max, headersBytesMax: PART_HEADERS_BYTES_MAX };
}

/** Throws payload_too_large for a multipart form with too many parts or too long headers of one. */
export function assertParts(body: Buffer, boundary: string): void {
  if (new SeparatorCounter(partSeparator(boundary)).isTooMuch(body)) {
    throw new DomainError("payload_too_large");
  }
}

/** Counts a separator in a byte stream, including across chunk boundaries. */
export class SeparatorCounter {
  #count = 0;
  #rest = Buffer.alloc(0);
  #isInHeaders = false;
  readonly #text: Buffer;
  readonly #limits: Separator;

  constructor(limits: Separator) {
    this.#text = Buffer.from(limits.text);
    this.#limits = limits;
  }

  /** True when this chunk exceeds a limit. */
  isTooMuch(chunk: Uint8Array): boolean {
    const { max, headersBytesMax } = this.#limits;
    const bytes = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (this.#count <= max) {
      const next = bytes.indexOf(this.#isInHeaders ? HEADERS_END : this.#text, at);
      // At the end of the chunk there may be all but the last byte of HEADERS_END.
      const length = (next === -1 ? bytes.length - HEADERS_END.length + 1 : next) - at;
      if (this.#isInHeaders && length > (headersBytesMax ?? 0)) return true;
      if (next === -1) break;
      at = this.#isInHeaders ? next : next + this.#text.length;
      if (!this.#isInHeaders) this.#count += 1;
      this.#isInHeaders = headersBytesMax !== null && !this.#isInHeaders;
    }
    // Headers are kept whole; of anything else, what may be the beginning of a separator.
    const keptFrom = this.#isInHeaders ? at : bytes.length - this.#text.length + 1;
    this.#rest = bytes.subarray(Math.max(at, keptFrom));
    return this.#count > max;
  }
}

const HEADERS_END = Buffer.from("\r\n\r\n");
