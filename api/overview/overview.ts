import type { Noun } from "../noun.ts";
import { missedSearchJobs } from "./missed-searches.ts";

/** The staff dashboard (checklist, open items, figures), and searches without results. */
export const overview: Noun = { name: "overview", jobs: missedSearchJobs };
