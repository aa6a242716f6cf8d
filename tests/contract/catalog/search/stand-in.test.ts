import { Client } from "@opensearch-project/opensearch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INDEX_DEFINITION } from "#api/catalog/search/opensearch/index-definition.ts";
import {
  type SearchEngineStandIn,
  startSearchEngine,
} from "#tests/setup/servers/opensearch/stand-in.ts";

// A stand-in is only as good as what it rejects: the official client sends what real engines
// reject.

const INDEX = "strict-v1";
const DOCUMENT = { id: 1, is_listed: true, words: { en: "heron pond" } };
const META = { _id: "1", version: 5, version_type: "external_gte" };

let standIn: SearchEngineStandIn;
let client: Client;
beforeAll(async () => {
  standIn = await startSearchEngine({ bytesMax: 50_000 });
  client = new Client({ node: standIn.url, maxRetries: 0 });
  await create(INDEX, { aliases: { strict: {} } });
});
afterAll(async () => {
  await client.close();
  await standIn.stop();
});

const send = (method: string, path: string, body?: unknown) =>
  client.transport.request({
    method,
    path,
    // Requests that the client's types would reject, to test that the engine does.
    ...(body === undefined ? {} : { body: body as never }),
  });
const create = (name: string, more: object = {}) =>
  send("PUT", `/${name}`, { ...INDEX_DEFINITION, ...more });
const search = (body: unknown) => send("POST", `/${INDEX}/_search`, body);
const bulk = (lines: unknown[], parameters = "") =>
  client.transport.request({
    ...{ method: "POST", path: `/${INDEX}/_bulk`, querystring: parameters },
    // The same for lines.
    bulkBody: lines as never,
  });
const withMapping = (properties: object) =>
  send("PUT", "/other-v1", { mappings: { dynamic: "strict", properties } });
const withFilter = (filter: object) =>
  send("PUT", "/other-v1", {
    ...{ settings: { analysis: { filter: { made: filter } } } },
    mappings: { dynamic: "strict", properties: {} },
  });

const REJECTED: [what: string, request: () => Promise<unknown>, status: number, why: RegExp][] = [
  ["an index that is there", () => create(INDEX), 400, /already_exists/],
  ["capitals in a name", () => create("Upper"), 400, /invalid_index_name/],
  [
    "an unknown part of a definition",
    () => create("x-v1", { extra: {} }),
    400,
    /unknown field \[extra\]/,
  ],
  ["an unknown type", () => withMapping({ a: { type: "string" } }), 400, /No handler for type/],
  [
    "an unknown option of a field",
    () => withMapping({ a: { type: "long", store: 1 } }),
    400,
    /store/,
  ],
  [
    "prefixes of no letter",
    () =>
      withMapping({
        a: { type: "text", analyzer: "whitespace", index_prefixes: { min_chars: 0 } },
      }),
    400,
    /min_chars/,
  ],
  [
    "an analyzer that is not there",
    () => withMapping({ a: { type: "text", analyzer: "no" } }),
    400,
    /not been configured/,
  ],
  [
    "a stemmer that is not there",
    () => withFilter({ type: "stemmer", language: "klingon" }),
    400,
    /Invalid stemmer/,
  ],
  ["a filter that is not there", () => withFilter({ type: "stemer" }), 400, /Unknown filter/],
  ["an unknown index", () => send("POST", "/none/_search", {}), 404, /no such index/],
  ["an unknown path", () => send("POST", `/${INDEX}/_find`, {}), 400, /no handler/],
  [
    "an unknown parameter",
    () => send("POST", `/${INDEX}/_search?fast=1`, {}),
    400,
    /unrecognized parameter/,
  ],
  ["an unknown part of a search", () => search({ querry: {} }), 400, /unknown field \[querry\]/],
  ["an unknown query", () => search({ query: { like: { id: 1 } } }), 400, /unknown query/],
  [
    "two queries in one",
    () => search({ query: { match_all: {}, term: { id: 1 } } }),
    400,
    /malformed/,
  ],
  [
    "a field that is not mapped",
    () => search({ query: { term: { prompt: "x" } } }),
    400,
    /not mapped/,
  ],
  ["a text for a number", () => search({ query: { term: { id: "x" } } }), 400, /query_shard/],
  ["a list for a term", () => search({ query: { terms: { id: 1 } } }), 400, /array of terms/],
  [
    "an unknown bound",
    () => search({ query: { range: { id: { from: 1 } } } }),
    400,
    /unknown field/,
  ],
  [
    "too many clauses",
    () => search({ query: { bool: { should: Array(1_025).fill({ match_all: {} }) } } }),
    400,
    /too_many_clauses/,
  ],
  ["a window that is too large", () => search({ from: 10_050, size: 60 }), 400, /Result window/],
  ["a sort by words", () => search({ sort: ["words.en"] }), 400, /Text fields/],
  ["a sort by nothing", () => search({ sort: ["no"] }), 400, /No mapping found/],
  [
    "counts of words",
    () => search({ aggs: { a: { terms: { field: "words.en" } } } }),
    400,
    /aggregated/,
  ],
  [
    "three edits",
    () => search({ suggest: { a: { text: "x", term: { field: "words.en", max_edits: 3 } } } }),
    400,
    /max_edits/,
  ],
  ["an action that is none", () => bulk([{ upsert: META }, DOCUMENT]), 400, /Malformed action/],
  ["unknown metadata", () => bulk([{ index: { ...META, _type: "doc" } }, DOCUMENT]), 400, /_type/],
  [
    "a request that is too large",
    () => bulk([{ index: META }, { words: { en: "x".repeat(60_000) } }]),
    413,
    /too long/,
  ],
  [
    "an alias that is not there",
    () => send("POST", "/_aliases", { actions: [{ remove: { index: INDEX, alias: "no" } }] }),
    404,
    /aliases_not_found/,
  ],
  ["no action", () => send("POST", "/_aliases", { actions: [] }), 400, /at least one/],
];

describe("the stand-in of the engine", () => {
  it.each(REJECTED)("rejects %s", async (_, request, status, why) => {
    const error = await request().then(
      () => null,
      (thrown: { statusCode?: number; body?: unknown }) => thrown,
    );
    expect(error?.statusCode).toBe(status);
    expect(JSON.stringify(error?.body)).toMatch(why);
  });

  it("rejects wrong credentials, content types and bodies", async () => {
    const { origin, username, password } = new URL(standIn.url);
    const credentials = Buffer.from(`${username}:${decodeURIComponent(password)}`);
    const authorization = `Basic ${credentials.toString("base64")}`;
    const post = async (headers: Record<string, string>, body: string, path = "_search") =>
      (await fetch(`${origin}/${INDEX}/${path}`, { method: "POST", headers, body })).status;
    const json = { authorization, "content-type": "application/json" };
    expect(await post(json, "{}")).toBe(200);
    expect(await post({ ...json, authorization: "Basic eDp5" }, "{}")).toBe(401);
    expect(await post({ "content-type": "application/json" }, "{}")).toBe(401);
    expect(await post({ ...json, "content-type": "text/plain" }, "{}")).toBe(406);
    expect(await post(json, "{")).toBe(400);
    expect(await post(json, "[]")).toBe(400);
    expect(await post(json, '{"index":{"_id":"1"}}\n{"id":1}', "_bulk")).toBe(400);
  });

  it("rejects documents one by one: types, unknown fields, older versions", async () => {
    const line = (id: string, version: number) => ({ index: { ...META, _id: id, version } });
    const { body } = await bulk([
      ...[line("1", 5), DOCUMENT, line("1", 4), DOCUMENT, line("1", 5), DOCUMENT],
      ...[line("2", 1), { ...DOCUMENT, prompt: "x" }],
      ...[line("3", 1), { ...DOCUMENT, id: "three" }],
    ]);
    const items = body.items.map(
      ({ index }: { index: { status: number; error?: { type: string } } }) => [
        index.status,
        index.error?.type,
      ],
    );
    expect(items).toEqual([
      [201, undefined],
      [409, "version_conflict_engine_exception"],
      [200, undefined],
      [400, "strict_dynamic_mapping_exception"],
      [400, "mapper_parsing_exception"],
    ]);
    expect(body.errors).toBe(true);
  });

  it("makes no index by itself, and takes only aliases where they are required", async () => {
    const { body } = await bulk([{ index: META }, DOCUMENT], "require_alias=true");
    expect(body.items[0].index).toMatchObject({ status: 404 });
    const other = { ...META, _index: "nowhere" };
    const missing = await bulk([{ index: other }, DOCUMENT]);
    expect(missing.body.items[0].index).toMatchObject({ status: 404 });
  });

  it("finds what it has stored only after a refresh", async () => {
    const query = { prefix: { "words.en": { value: "egr" } } };
    await bulk([{ index: { ...META, _id: "9" } }, { ...DOCUMENT, words: { en: "egret" } }]);
    const count = async () => (await search({ query })).body.hits.total.value;
    expect(await count()).toBe(0);
    await client.indices.refresh({ index: "strict" });
    expect(await count()).toBe(1);
  });
});
