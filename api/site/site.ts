import { settingsUpload } from "../catalog/desk/product-upload.ts";
import type { Noun } from "../noun.ts";
import { siteRoutes } from "./site.routes.ts";

/** Settings, languages, texts, countries and social links (spec §3, §7). */
export const site: Noun = {
  name: "site",
  routes: [{ at: "/api", routes: siteRoutes }],
  uploads: [settingsUpload],
};
