import { getDefaultSettings, getSettings, type SettingsView } from "#app/api-client/site.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { orElse } from "./or-null.ts";

/** The shop's settings, or the spec's defaults (§9) if they are unavailable. Never throws. */
export function loadSettings(context: Context): Promise<SettingsView> {
  const api = getApi(context);
  return orElse(context, "settings", getSettings(api), getDefaultSettings(api));
}
