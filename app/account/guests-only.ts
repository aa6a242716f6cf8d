import { requireGuest } from "#app/middleware/guards.ts";
import { addToast } from "#app/request/flash-toast.ts";

/** The guard of guest-only screens (spec §2): informs a member that their form was not sent. */
export const guestsOnlyMiddleware = requireGuest(async ({ request, context }, response) => {
  if (request.method !== "POST") return;
  await addToast(context, response, { kind: "info", key: "errors.already_authenticated" });
});

/**
 * The guard of the screen that a mailed link opens to set a new password: informs a member that it
 * was not changed, and how the link can still be used.
 */
export const resetGuestsOnlyMiddleware = requireGuest(async ({ request, context }, response) => {
  const isSent = request.method === "POST";
  const toast = isSent
    ? ({ kind: "error", key: "reset.not_changed" } as const)
    : ({ kind: "info", key: "reset.signed_in" } as const);
  await addToast(context, response, toast);
});
