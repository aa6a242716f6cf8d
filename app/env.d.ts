/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Set in vite.config.ts from `WORKAROUNDS.serverMarkup`. */
  readonly HAS_PREACT: boolean;
  readonly HAS_SERVER_MARKUP: boolean;
}

declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}
