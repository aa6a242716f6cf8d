import { parseCookie, stringifySetCookie } from "cookie";
import { redirect } from "react-router";
import { readForm } from "#app/forms/parse-form.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { isHttpsShop } from "#app/middleware/web-context.ts";
import { addToast, redirectTo } from "#app/request/flash-toast.ts";
import {
  CHOICES_COOKIE,
  CONSENT_COOKIE,
  COOKIE_CHOICES,
  type CookieChoice,
  cookieChoiceEndsAt,
  readCookieChoice,
  writeChoices,
} from "#domain/cookie-choice.ts";
import { ownPath } from "#domain/redirects.ts";
import type { Route } from "./+types/cookies-consent";

/** Only the notice's forms post here. */
export function loader({ context }: Route.LoaderArgs) {
  return redirectTo(context, "/");
}

/** Stores the choice of the cookie notice and redirects back (spec §2 Cookie banner). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const consent = COOKIE_CHOICES.find((known) => known === form.get("consent"));
  const back = ownPath(form.get("back")) ?? localePath(getLocale(context), "/");
  const response = redirect(back, 303);
  if (!consent) return response;
  const isSecure = isHttpsShop(context);
  storeCookieChoice(response, { consent, kinds: form.getAll("kind"), isSecure });
  // The notice disappears, which is enough confirmation, except for somebody who changed a choice.
  if (readCookieChoice(parseCookie(request.headers.get("cookie") ?? "")) !== null) {
    await addToast(context, response, { kind: "success", key: "cookies.saved" });
  }
  return response;
}

function storeCookieChoice(
  response: Response,
  choice: { consent: CookieChoice; kinds: FormDataEntryValue[]; isSecure: boolean },
): void {
  const { consent, kinds, isSecure } = choice;
  const shared = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const;
  const write = (name: string, value: string, expires: Date) => {
    const line = stringifySetCookie({ name, value, expires, ...shared });
    response.headers.append("set-cookie", line);
  };
  const end = cookieChoiceEndsAt(new Date());
  write(CONSENT_COOKIE, consent, end);
  if (consent === "custom") write(CHOICES_COOKIE, writeChoices(kinds), end);
  else write(CHOICES_COOKIE, "", new Date(0));
}
