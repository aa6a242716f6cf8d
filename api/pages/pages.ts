import type { Noun } from "../noun.ts";
import { pagesRoutes } from "./pages.routes.ts";

/** Static pages such as terms and privacy policy (spec §3 Static page, §7). */
export const pages: Noun = {
  name: "pages",
  routes: [{ at: "/api", routes: pagesRoutes }],
};
