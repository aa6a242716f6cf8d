import { HttpResponse, http } from "msw";

/**
 * A remote marketplace API in the style of Laravel + Sanctum: encrypted cookies that change with
 * every response, an anti-forgery token that must be sent back URL-decoded, lower-case cookie
 * attributes.
 */
export const REMOTE_API = "https://backend.example/api";
const ROOT = "https://backend.example";

export type LaravelState = {
  token: number;
  seen: { path: string; body: unknown }[];
  isSignedIn: boolean;
};

export function createLaravelState(): LaravelState {
  return { token: 0, seen: [], isSignedIn: false };
}

const attributes =
  "expires=Fri, 31 Dec 2100 00:00:00 GMT; Max-Age=7200; path=/; domain=.backend.example; samesite=lax";

function cookies(state: LaravelState): [string, string][] {
  state.token++;
  return [
    ["set-cookie", `shop_session=sealed-${state.token}%3D; ${attributes}; httponly`],
    ["set-cookie", `XSRF-TOKEN=token-${state.token}%3D; ${attributes}`],
  ];
}

async function record(state: LaravelState, request: Request): Promise<void> {
  const text = await request.clone().text();
  state.seen.push({
    path: new URL(request.url).pathname,
    body: text ? JSON.parse(text) : null,
  });
}

/** msw handlers of that API. A token other than the last one issued returns 419. */
export function laravelHandlers(state: LaravelState) {
  const isForged = (request: Request) =>
    request.headers.get("x-xsrf-token") !== `token-${state.token}=`;
  return [
    http.get(`${ROOT}/sanctum/csrf-cookie`, async ({ request }) => {
      await record(state, request);
      return new HttpResponse(null, { status: 204, headers: cookies(state) });
    }),
    http.post(`${REMOTE_API}/login`, async ({ request }) => {
      await record(state, request);
      if (isForged(request)) {
        return HttpResponse.json({ message: "CSRF token mismatch." }, { status: 419 });
      }
      state.isSignedIn = true;
      return HttpResponse.json({ status: "OK" }, { headers: cookies(state) });
    }),
    http.get(`${REMOTE_API}/user/profile`, async ({ request }) => {
      await record(state, request);
      if (!state.isSignedIn) {
        return HttpResponse.json({ message: "Unauthenticated." }, { status: 401 });
      }
      const payload = { email: "a@b.test", balance: 12.5, is_email_verified: true };
      return HttpResponse.json({ status: "OK", payload }, { headers: cookies(state) });
    }),
    http.get(`${REMOTE_API}/products`, async ({ request }) => {
      await record(state, request);
      const product = { id: "9f-uuid", title: "Fox", slug: "fox", price: 2.9, image_url: "/f.jpg" };
      return HttpResponse.json({ data: [product], meta: { current_page: 1, last_page: 1 } });
    }),
  ];
}
