import { isRecord } from "#domain/json.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { loosen } from "#tests/mocks/loosen.ts";

// Our own API as another team might have built it from the specification: the calls of spec §7 with
// only the fields of spec §3, in a different shape each time.

type Fetch = (request: Request) => Promise<Response>;

const PATHS = new RegExp(
  `^/api(?:${[
    "/(?:register|login|logout|reset-password|is-auth|settings|languages|categories|styles)",
    "/localization/[^/]+/words",
    "/user/(?:reset-password|profile|change-password|delete|prompts)",
    "/email/verify/(?:resend|[^/]+/[^/]+)",
    "/products(?:/[^/]+)?",
    "/wishlist(?:/toggle)?(?:/[^/]+)?",
    "/purchase/(?:history|prompt|generate-image|[^/]+/download)",
    "/deposit/(?:history|validate-amount|validate|checkout|status)",
    "/(?:countries|static-pages(?:/[^/]+)?|social-links|newsletter/subscribe)",
    "/offer/(?:history|create|approve|decline|withdraw/(?:card|sepa))",
  ].join("|")})$`,
);

/** The fields of spec §3; other objects keep all of their fields. */
const FIELDS: [path: RegExp, fields: string[]][] = [
  [
    /^\/api\/settings$/,
    "is_reg_enabled is_email_verification_enabled internal_currency_name internal_currency_image formats sizes company_name company_reg_number company_address support_email company_phone copyright".split(
      " ",
    ),
  ],
  [
    /^\/api\/user\/profile$/,
    "email balance is_email_verified verification_data name surname phone".split(" "),
  ],
  [
    /^\/api\/offer\/history$/,
    "id title description category_id style_ids add_text doc_type doc_url user_price service_price status contact_details created_at".split(
      " ",
    ),
  ],
  [/^\/api\/wishlist$/, ["id"]],
  [/^\/api\/products/, "id title slug price thumb_url image_url".split(" ")],
  [/^\/api\/(?:categories|styles)$/, "id title url items name image_url".split(" ")],
  [/^\/api\/purchase\/history$/, "id title price currency image description created_at".split(" ")],
  [
    /^\/api\/deposit\/history$/,
    "id amount created_at status internal_currency_name internal_amount first_name last_name email phone country city address post_code".split(
      " ",
    ),
  ],
];

/** Fields that our API adds to the responses of writes and errors. */
const OURS = ["code", "error_codes", "params", "details", "already_owned"];

/** Histories that this server returns complete: it has neither pages nor filters. */
const HISTORY = /^\/api\/(?:purchase|deposit|offer)\/history$|^\/api\/user\/prompts$/;

/**
 * Where this server stores the pictures of offers, public to anyone who knows the address (spec
 * §7).
 */
const STORAGE = /^\/storage(\/offer\/\d+\/document)$/;

/** Forwards the requests that this server supports to `fetch`, and rewrites the responses. */
export function toLooseFetch(fetch: Fetch, random: () => number): Fetch {
  /** The headers of the user who listed an offer, by the path of its picture. */
  const owners = new Map<string, Headers>();
  return async (request) => {
    const { pathname, origin } = new URL(request.url);
    const [, stored] = STORAGE.exec(pathname) ?? [];
    if (stored !== undefined) {
      return fetch(new Request(`${origin}/api${stored}`, { headers: owners.get(stored) }));
    }
    if (pathname.startsWith("/api/") && !PATHS.test(pathname)) {
      return Response.json(
        { message: `The route ${pathname.slice(1)} could not be found.` },
        { status: 404 },
      );
    }
    const isPurchase = request.method === "POST" && pathname === "/api/purchase/prompt";
    const known = HISTORY.test(pathname) ? new Request(`${origin}${pathname}`, request) : request;
    const response = await fetch(isPurchase ? await withConsent(request) : known);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    if (!pathname.startsWith("/api/") || !isJson) return response;
    const reduced = reduce(pathname, await response.json());
    if (pathname === "/api/offer/history") {
      for (const path of storePictures(reduced, random)) owners.set(path, request.headers);
    }
    const body = isPurchase && response.ok ? acknowledge(random) : loosen(reduced, random);
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    headers.delete("cache-control");
    return Response.json(body, { status: response.status, headers });
  };
}

/** Adds the consent that this server does not ask for: it delivers immediately. */
async function withConsent(request: Request): Promise<Request> {
  const body = {
    ...JSON.parse(await request.text()),
    consent: { version: CONSENT_VERSION, language: "en" },
  };
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Acknowledges without the order, in one of the ways of tests/mocks/odd-responses.ts. */
function acknowledge(random: () => number): unknown {
  const bodies = [
    { status: "OK" },
    { status: "OK", payload: [] },
    { message: "Bought." },
    { payload: null },
  ];
  return bodies[Math.floor(random() * bodies.length)];
}

/** Replaces the addresses of offers' pictures by storage paths; returns their paths in our API. */
function storePictures(body: unknown, random: () => number): string[] {
  const offers = isRecord(body) && Array.isArray(body.payload) ? body.payload : [];
  return offers.filter(isRecord).flatMap((offer) => {
    if (typeof offer.doc_url !== "string") return [];
    const path = offer.doc_url.replace(/^\/api/, "");
    offer.doc_url = random() < 0.5 ? path.slice(1) : `/storage${path}`;
    return [path];
  });
}

function reduce(path: string, body: unknown): unknown {
  if (!isRecord(body)) return body;
  const fields = FIELDS.find(([pattern]) => pattern.test(path))?.[1];
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !OURS.includes(name)));
  if (!fields) return rest;
  for (const name of ["payload", "data"]) {
    if (name in rest) rest[name] = keep(rest[name], fields);
  }
  if (isRecord(rest.meta)) rest.meta = keep(rest.meta, ["current_page", "last_page"]);
  return rest;
}

function keep(value: unknown, fields: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => keep(entry, fields));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}
