import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { slimManifestIn } from "./scripts/lib/slim-manifest.mjs";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // No lazy route manifest: it would be one more public endpoint, and the whole table is small.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    // A form's clientAction is one line: as a file of its own it would be one more request there,
    // and one more line of the manifest on every first visit.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_trailingSlashAwareDataRequests: true,
    unstable_optimizeDeps: true,
  },
  buildEnd: ({ reactRouterConfig }) => {
    slimManifestIn(join(reactRouterConfig.buildDirectory, "client", "assets"));
  },
} satisfies Config;
