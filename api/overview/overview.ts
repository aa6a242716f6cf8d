import type { Noun } from "../noun.ts";
import { missedSearchJobs } from "./missed-searches.ts";

/** The desk's first screen: what is to be done, what waits, figures; and searches without a hit. */
export const overview: Noun = { name: "overview", jobs: missedSearchJobs };
