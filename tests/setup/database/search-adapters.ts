import { SearchEngine } from "#api/catalog/search/opensearch/engine.ts";
import { createOpenSearch } from "#api/catalog/search/opensearch/opensearch-search.ts";
import { rebuildIndex } from "#api/catalog/search/opensearch/rebuild.ts";
import { type ShippingDeps, shipChanges } from "#api/catalog/search/opensearch/ship-changes.ts";
import type { CatalogSearch } from "#api/catalog/search/search.ts";
import { createTestApi, type TestApi } from "../api/test-api.ts";
import { type SearchEngineStandIn, startSearchEngine } from "../servers/opensearch/stand-in.ts";

export const PREFIX = "shop";
/** The alias that searches read. */
export const ALIAS = `${PREFIX}-products`;

export type EngineTest = {
  test: TestApi;
  standIn: SearchEngineStandIn;
  engine: SearchEngine;
  shipping: ShippingDeps;
  openSearch: CatalogSearch;
  /** Makes all changes so far searchable. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
};

/** Creates an API with its database, and a search engine that has no index yet. */
export async function createEngineTest(
  options: Parameters<typeof startSearchEngine>[0] = {},
): Promise<EngineTest> {
  const standIn = await startSearchEngine(options);
  const test = await createTestApi();
  const engine = await SearchEngine.create({ url: standIn.url, prefix: PREFIX });
  const { database, log, now } = test.deps;
  const shipping = { database, engine, log, now };
  return {
    test,
    standIn,
    engine,
    shipping,
    openSearch: createOpenSearch(engine),
    catchUp: async () => {
      while (!(await shipChanges(shipping)));
      standIn.cluster.refresh(ALIAS);
    },
    close: async () => {
      await engine.close();
      await standIn.stop();
      await test.close();
    },
  };
}

export const rebuild = ({ shipping }: EngineTest) => rebuildIndex(shipping);
