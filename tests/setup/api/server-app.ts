import { pino } from "pino";
import { createTextCipher } from "#api/http/encryption.ts";
import { readConfig } from "#server/config/config.ts";
import { type AppParts, createServerApp } from "#server/http/app.ts";
import type { AllPlaces } from "#server/http/bodies/body-places.ts";
import { Readiness } from "#server/lifecycle/readiness.ts";

/** The origin of the app of `createTestServerApp`, as configured. */
export const ORIGIN = "http://localhost:3000";
const SECRET = "s".repeat(32);

/** Creates the HTTP surface of the process, with a given API and screens. */
export function createTestServerApp(
  given: Pick<AppParts, "api" | "handleWeb">,
  env: Record<string, string> = {},
  places?: AllPlaces,
) {
  const parts: AppParts = {
    ...given,
    mailPreview: null,
    config: readConfig({ APP_URL: ORIGIN, SESSION_SECRET: SECRET, ...env }),
    log: pino({ level: "silent" }),
    apiHeaders: {},
    apiTarget: {
      fetch: async () => new Response(null, { status: 404 }),
      baseUrl: `${ORIGIN}/api`,
      appUrl: ORIGIN,
      headers: {},
      storageBase: "",
      paymentOrigins: [],
    },
    staticFiles: null,
    sharedAssets: null,
    pageCache: null,
    security: { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false },
    cipher: createTextCipher([SECRET]),
    now: () => new Date(),
    readiness: new Readiness([]),
  };
  return createServerApp(parts, places);
}
