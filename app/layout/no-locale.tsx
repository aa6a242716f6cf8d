import { noLocaleRedirect } from "#app/middleware/locale.ts";

export const middleware = [noLocaleRedirect];

/** Never reached: the middleware redirects. It is here so that the middleware runs at all. */
export function loader() {
  return null;
}

export default function NoLocale() {
  return null;
}
