import type { Noun } from "../noun.ts";
import { catalogRoutes } from "./catalog.routes.ts";
import { groupUpload, productUpload } from "./desk/product-upload.ts";
import { renditionJobs } from "./due-renditions.ts";
import { mediaRoutes } from "./media.routes.ts";
import { originalJobs } from "./originals.ts";
import { orphanedRenditionJobs } from "./orphaned-renditions.ts";
import { outboxJobs } from "./search/opensearch/outbox.jobs.ts";
import { searchJobs } from "./search/search-index.ts";
import { shareCardJobs } from "./share-card.ts";

/** Products, categories, styles and their images (spec §2, §7). */
export const catalog: Noun = {
  name: "catalog",
  routes: [
    { at: "/api", routes: catalogRoutes },
    { at: "/", routes: mediaRoutes },
  ],
  uploads: [productUpload, groupUpload],
  jobs: (deps) => [
    ...searchJobs(deps),
    ...(deps.search.jobs ?? outboxJobs(deps)),
    ...renditionJobs(deps),
    ...originalJobs(deps),
    ...orphanedRenditionJobs(deps),
    ...shareCardJobs(deps),
  ],
};
