import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { slimManifestIn } from "./app/framework/slim-manifest.server.ts";
import { WORKAROUNDS } from "./app/framework/workarounds.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // No lazy route manifest: it would be one more public endpoint, and the whole table is small.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    // A form's clientAction is one line: as a separate file it would be one more request, and one
    // more manifest line on every first visit.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => {
    if (WORKAROUNDS.slimManifest)
      slimManifestIn(join(reactRouterConfig.buildDirectory, "client", "assets"));
  },
} satisfies Config;
