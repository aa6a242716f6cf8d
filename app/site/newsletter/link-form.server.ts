import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { readSignedQuery } from "#app/request/signed-query.ts";

/** Without a token the API reports the same error as for an invalid one. */
const linkSchema = z.object({ token: z.string().max(100).catch("") });

export const confirmForm = defineForm(linkSchema, {
  id: "newsletter-confirm",
  failure: "newsletter_failed",
  unclear: "newsletter_failed",
});

export const unsubscribeForm = defineForm(linkSchema, {
  id: "newsletter-unsubscribe",
  failure: "request_failed",
  unclear: "request_failed",
});

/** For both screens: the mailed link leads to the question, the form to a confirmation. */
export async function loadLink(context: Context, form: typeof confirmForm) {
  const query = getUrl(context).searchParams;
  return {
    form: await form.load(context),
    token: query.get("token") ?? "",
    isDone: readSignedQuery(context).has("done"),
  };
}
