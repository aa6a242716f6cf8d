import type { Noun } from "../noun.ts";
import { generationJobs } from "./generations.jobs.ts";
import { unlinkGenerations } from "./generations.queries.ts";
import { generationsLimit, generationsRoutes } from "./generations.routes.ts";
import { ownGeneratedFiles } from "./generations.service.ts";
import { ownGenerationsData } from "./own-data.queries.ts";

/** Images that members generate from their prompts (spec §2 generate, §7). */
export const generations: Noun = {
  name: "generations",
  routes: [{ at: "/api", routes: generationsRoutes }],
  jobs: generationJobs,
  limits: [generationsLimit],
  // After this the images have no owner, and the job removes them.
  accountDeletion: {
    erase: ({ deps, sql, user }) => unlinkGenerations(sql, user.id, deps.now()),
  },
  ownData: { lists: ownGenerationsData, files: ownGeneratedFiles },
};
