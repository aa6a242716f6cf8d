import { noLocaleRedirect } from "#app/middleware/locale.ts";

export const middleware = [noLocaleRedirect];

/** Never rendered: the middleware redirects. The route exists so that the middleware runs. */
export function loader() {
  return null;
}

export default function NoLocale() {
  return null;
}
