import { type Analysis, parseAnalysis } from "./analysis.ts";
import { assertKeys, badRequest, type Json, toObject, toText, toWhole } from "./errors.ts";

type ScalarType = "long" | "boolean" | "keyword";
export type Field =
  | { type: ScalarType }
  | { type: "text"; index: (text: string) => string[]; search: (text: string) => string[] };

const SCALARS: readonly string[] = ["long", "boolean", "keyword"];
const TEXT_KEYS = ["type", "analyzer", "search_analyzer", "norms", "index_options"];
const INDEX_OPTIONS = ["docs", "freqs", "positions", "offsets"];

/** The fields of an index by their full names: "words.de.stem". */
export class Mapping {
  readonly fields = new Map<string, Field>();
  readonly maxResultWindow: number;
  readonly #analysis: Analysis;
  /** The field names that documents may use; subfields are not among them. */
  readonly #properties = new Map<string, string>();

  /** Throws EngineError for a definition that the engine would reject. */
  constructor(definition: Json) {
    assertKeys(definition, ["settings", "mappings", "aliases"], "create_index");
    const settings = toObject(definition.settings ?? {}, "settings");
    assertKeys(settings, ["index", "analysis"], "settings");
    const index = toObject(settings.index ?? {}, "index");
    assertKeys(index, ["max_result_window", "number_of_shards", "number_of_replicas"], "index");
    this.maxResultWindow = toWhole(index.max_result_window ?? 10_000, "max_result_window");
    this.#analysis = parseAnalysis(toObject(settings.analysis ?? {}, "analysis"));
    const mappings = toObject(definition.mappings ?? {}, "mappings");
    assertKeys(mappings, ["dynamic", "properties"], "mappings");
    if (mappings.dynamic !== "strict") {
      throw badRequest("stand_in_exception", "only strict mappings are simulated");
    }
    this.#addProperties("", toObject(mappings.properties ?? {}, "properties"));
  }

  #addProperties(prefix: string, properties: Json): void {
    for (const [name, value] of Object.entries(properties)) {
      if (name.includes(".")) throw badRequest("mapper_parsing_exception", `[${name}] has a dot`);
      const property = toObject(value, name);
      const path = `${prefix}${name}`;
      const type = String(property.type ?? "object");
      this.#properties.set(path, type);
      if (type === "object") {
        assertKeys(property, ["type", "properties"], path);
        this.#addProperties(`${path}.`, toObject(property.properties ?? {}, path));
      } else {
        this.#addField(path, type, property, true);
      }
    }
  }

  #addField(path: string, type: string, property: Json, mayHaveSubfields: boolean): void {
    if (SCALARS.includes(type)) {
      assertKeys(property, ["type"], path);
      this.fields.set(path, { type: type as ScalarType });
      return;
    }
    if (type !== "text") {
      throw badRequest("mapper_parsing_exception", `No handler for type [${type}] on [${path}]`);
    }
    const more = mayHaveSubfields ? ["fields", "index_prefixes"] : ["index_prefixes"];
    assertKeys(property, [...TEXT_KEYS, ...more], path);
    if (property.norms !== undefined && typeof property.norms !== "boolean") {
      throw badRequest("mapper_parsing_exception", `[norms] of [${path}] is no boolean`);
    }
    if (!INDEX_OPTIONS.includes(String(property.index_options ?? "positions"))) {
      throw badRequest("mapper_parsing_exception", `unknown [index_options] of [${path}]`);
    }
    assertPrefixes(property.index_prefixes, path);
    const index = this.#analyzerOf(property.analyzer ?? "standard");
    const search = property.search_analyzer ? this.#analyzerOf(property.search_analyzer) : index;
    this.fields.set(path, { type: "text", index, search });
    for (const [name, value] of Object.entries(toObject(property.fields ?? {}, "fields"))) {
      const subfield = toObject(value, name);
      this.#addField(`${path}.${name}`, toText(subfield.type, "type"), subfield, false);
    }
  }

  #analyzerOf(name: unknown): (text: string) => string[] {
    const analyzer = this.#analysis.get(String(name));
    if (analyzer) return analyzer;
    throw badRequest(
      "mapper_parsing_exception",
      `analyzer [${String(name)}] has not been configured`,
    );
  }

  /** Returns the indexed terms of a document by field. Throws EngineError for unmapped fields. */
  toTerms(source: Json): Map<string, (string | number | boolean)[]> {
    const terms = new Map<string, (string | number | boolean)[]>();
    this.#collect("", source, terms);
    return terms;
  }

  #collect(prefix: string, object: Json, terms: Map<string, (string | number | boolean)[]>): void {
    for (const [name, value] of Object.entries(object)) {
      const path = `${prefix}${name}`;
      const type = this.#properties.get(path);
      if (type === undefined) {
        const reason = `mapping set to strict, dynamic introduction of [${name}] within [${prefix}]`;
        throw badRequest("strict_dynamic_mapping_exception", reason);
      }
      if (type === "object") this.#collect(`${path}.`, toObject(value, path), terms);
      else for (const one of [value].flat()) this.#index(path, one, terms);
    }
  }

  #index(path: string, value: unknown, terms: Map<string, (string | number | boolean)[]>): void {
    if (value === null) return;
    for (const [name, field] of this.fields) {
      // The subfields of a text are made from the same value.
      const isSubfield = name.startsWith(`${path}.`) && !this.#properties.has(name);
      if (name !== path && !isSubfield) continue;
      const made =
        field.type === "text"
          ? field.index(toTextValue(value, path))
          : toScalar(field.type, value, path);
      terms.set(name, [...(terms.get(name) ?? []), ...[made].flat()]);
    }
  }
}

function toTextValue(value: unknown, path: string): string {
  if (typeof value === "string") return value;
  throw badRequest("mapper_parsing_exception", `failed to parse field [${path}] of type [text]`);
}

function toScalar(type: ScalarType, value: unknown, path: string): string | number | boolean {
  const isRight =
    type === "keyword"
      ? typeof value === "string"
      : type === "boolean"
        ? typeof value === "boolean"
        : Number.isSafeInteger(value);
  if (isRight) return value as string | number | boolean;
  throw badRequest("mapper_parsing_exception", `failed to parse field [${path}] of type [${type}]`);
}

function assertPrefixes(value: unknown, path: string): void {
  if (value === undefined) return;
  const prefixes = toObject(value, "index_prefixes");
  assertKeys(prefixes, ["min_chars", "max_chars"], `${path}.index_prefixes`);
  const min = toWhole(prefixes.min_chars ?? 2, "min_chars", { min: 1, max: 19 });
  toWhole(prefixes.max_chars ?? 5, "max_chars", { min, max: 19 });
}
