import type { CommonScripts } from "./starter.ts";

/** The built starter (starter.ts): its URL and the scripts it loads on every page. */
export type StarterFile = { url: string; common: CommonScripts };

/** Null in development and in tests; in a build plugin.server.ts replaces it. */
export const STARTER_FILE: StarterFile | null = null;
