import type { Noun } from "../noun.ts";
import { catalogRoutes } from "./catalog.routes.ts";
import { mediaRoutes } from "./media.routes.ts";
import { searchJobs } from "./search/search-index.ts";

/** Products, categories, styles and their images (spec §2, §7). */
export const catalog: Noun = {
  name: "catalog",
  routes: [
    { at: "/api", routes: catalogRoutes },
    { at: "/", routes: mediaRoutes },
  ],
  jobs: searchJobs,
};
