import {
  assertKeys,
  badRequest,
  EngineError,
  type Json,
  toObject,
  toText,
  toWhole,
} from "./errors.ts";
import { Mapping } from "./mapping.ts";
import { type Indexed, search } from "./search.ts";

type Stored = Indexed & { version: number; source: Json };

type Index = {
  name: string;
  mapping: Mapping;
  aliases: Set<string>;
  stored: Map<string, Stored>;
  /** The documents that searches see: those stored at the last refresh. */
  searched: Stored[];
};

const META_KEYS = ["_index", "_id", "version", "version_type", "require_alias"];

/** Indexes, aliases and documents, in memory. All methods throw EngineError as the engine does. */
export class Cluster {
  /** Makes documents searchable immediately, as if the engine were refreshed after each request. */
  isRefreshedAlways = false;
  /** Ids that the engine rejects, as it does documents that do not fit its mapping. */
  readonly rejectedIds = new Set<string>();
  readonly #indexes = new Map<string, Index>();

  create(name: string, definition: Json): void {
    if (this.#indexes.has(name)) {
      throw badRequest("resource_already_exists_exception", `index [${name}] already exists`);
    }
    if (name !== name.toLowerCase() || /^[_+-]|[\\/*?"<>| ,#:]/.test(name)) {
      throw badRequest("invalid_index_name_exception", `Invalid index name [${name}]`);
    }
    const mapping = new Mapping(definition);
    const aliases = new Set(Object.keys(toObject(definition.aliases ?? {}, "aliases")));
    this.#indexes.set(name, { name, mapping, aliases, stored: new Map(), searched: [] });
  }

  delete(name: string): void {
    if (!this.#indexes.delete(name)) throw notFound(name);
  }

  refresh(target: string): void {
    for (const index of this.#resolve(target)) index.searched = [...index.stored.values()];
  }

  search(target: string, body: Json): Json {
    if (this.isRefreshedAlways) this.refresh(target);
    const { name, mapping, searched } = this.#one(target);
    return search(name, mapping, searched, body);
  }

  count(target: string): number {
    return this.#one(target).searched.length;
  }

  /** Indexes whose names match the pattern, with their aliases. */
  aliasesOf(pattern: string): Json {
    const matcher = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
    const found = [...this.#indexes.values()].filter(({ name }) => matcher.test(name));
    if (found.length === 0 && !pattern.includes("*")) throw notFound(pattern);
    return Object.fromEntries(
      found.map(({ name, aliases }) => [
        name,
        { aliases: Object.fromEntries([...aliases].map((alias) => [alias, {}])) },
      ]),
    );
  }

  /** Performs all of the actions, or none if one fails. */
  updateAliases(actions: unknown): void {
    if (!Array.isArray(actions) || actions.length === 0) {
      throw badRequest(
        "action_request_validation_exception",
        "Must specify at least one operation",
      );
    }
    const changes = actions.map((action: unknown) =>
      this.#toAliasChange(toObject(action, "action")),
    );
    for (const change of changes) change();
  }

  #toAliasChange(action: Json): () => void {
    assertKeys(action, ["add", "remove"], "aliases");
    const [kind = "", ...more] = Object.keys(action);
    if (more.length > 0) throw badRequest("parsing_exception", "[aliases] two actions in one");
    const body = toObject(action[kind], kind);
    assertKeys(body, ["index", "alias"], kind);
    const name = toText(body.index, "index");
    const alias = toText(body.alias, "alias");
    const index = this.#indexes.get(name);
    if (!index) throw notFound(name);
    if (kind === "add") {
      if (this.#indexes.has(alias)) {
        throw badRequest("invalid_alias_name_exception", "an index exists with the same name");
      }
      return () => void index.aliases.add(alias);
    }
    if (!index.aliases.has(alias)) {
      throw new EngineError(404, "aliases_not_found_exception", `aliases [${alias}] missing`);
    }
    return () => void index.aliases.delete(alias);
  }

  /** Performs one action of a bulk request, whose shape has been checked; returns its outcome. */
  write(target: string, meta: Json, source: Json, requiresAlias: boolean): Json {
    const id = String(meta._id);
    const base = { _index: target, _id: id };
    try {
      const index = this.#writable(target, requiresAlias);
      return { ...base, _index: index.name, ...this.#put(index, id, meta, source) };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { ...base, status: error.status, error: error.body };
    }
  }

  #put({ name, mapping, stored }: Index, id: string, meta: Json, source: Json): Json {
    if (this.rejectedIds.has(id)) {
      throw badRequest("mapper_parsing_exception", `failed to parse the document [${id}]`);
    }
    const terms = mapping.toTerms(source);
    const version = toWhole(meta.version, "version");
    const current = stored.get(id);
    const isOlder =
      current &&
      (meta.version_type === "external" ? version <= current.version : version < current.version);
    if (isOlder) {
      const reason = `[${id}]: version conflict, current version [${current.version}] is higher`;
      throw new EngineError(409, "version_conflict_engine_exception", `${reason} in ${name}`);
    }
    stored.set(id, { id, terms, version, source });
    const result = current ? "updated" : "created";
    return { _version: version, result, status: current ? 200 : 201 };
  }

  #writable(target: string, requiresAlias: boolean): Index {
    const isAlias = !this.#indexes.has(target);
    if (requiresAlias && (!isAlias || this.#resolve(target).length === 0)) {
      const reason = `no such index [${target}] and [require_alias] request flag is [true]`;
      throw new EngineError(
        404,
        "index_not_found_exception",
        `${reason} and [${target}] is not an alias`,
      );
    }
    return this.#one(target);
  }

  #one(target: string): Index {
    const [index, ...more] = this.#resolve(target);
    if (!index) throw notFound(target);
    if (more.length > 0) {
      throw badRequest("illegal_argument_exception", `no write index is defined for [${target}]`);
    }
    return index;
  }

  #resolve(target: string): Index[] {
    const indexes = [...this.#indexes.values()];
    return indexes.filter(({ name, aliases }) => name === target || aliases.has(target));
  }

  /** Returns the stored documents of an index or alias, for assertions. */
  sources(target: string): Json[] {
    return [...this.#one(target).stored.values()].map(({ source }) => source);
  }
}

/** Throws for an action that the engine rejects, or that is not simulated. */
export function parseAction(line: Json): Json {
  const [action = "", ...more] = Object.keys(line);
  if (action !== "index" || more.length > 0) {
    throw badRequest("illegal_argument_exception", `Malformed action/metadata line: [${action}]`);
  }
  const meta = toObject(line.index, "index");
  assertKeys(meta, META_KEYS, "index");
  if (!["external", "external_gte"].includes(String(meta.version_type))) {
    throw badRequest("stand_in_exception", "only external versions are simulated");
  }
  toText(meta._id, "_id");
  return meta;
}

const notFound = (name: string) =>
  new EngineError(404, "index_not_found_exception", `no such index [${name}]`);
