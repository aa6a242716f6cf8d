import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedProducts } from "#api/db/seed/catalogue/index.ts";
import { LOCALES } from "#domain/locales.ts";
import { createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { signInUser } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { runs } from "#tests/setup/sample.ts";

// Public pages that members share with everybody, filled with their own data: byte for byte the
// same as a page that was rendered for them alone, and with no data of anybody else.

const base = workerProduct().url;
const [owned, other] = seedProducts.map(({ slug }) => slug);

type Member = { email: string; cookie: string; name: string };
type Kind = {
  name?: string;
  credits?: number;
  favorites?: number;
  verification?: "in_progress" | "approved";
  role?: "staff";
  owns?: boolean;
};
const KINDS: Record<string, Kind> = {
  "a new member": {},
  "a member with hearts": { favorites: 9, credits: 1 },
  "one with every heart": { favorites: 10_000, credits: 123_456_789 },
  "one whose name is markup": { name: `</script><b>"O'Neill" & $& $1 \u2028 </b>`, credits: 100 },
  "one with an Arabic name": { name: "\u0644\u064a\u0644\u0649", favorites: 2 },
  "a member who is being verified": { verification: "in_progress", credits: 5_050 },
  "a verified seller": { verification: "approved", favorites: 1, credits: 7 },
  staff: { role: "staff", favorites: 3 },
  "an owner": { owns: true, credits: 100_000 },
};
const PATHS = [
  "",
  "/products",
  "/products?page=2",
  "/products?search=fox&sort=price_asc",
  `/products/${owned}`,
  `/products/${other}`,
  "/about-us",
  "/page/terms",
];
/** Pages with personal content for members. */
const PERSONAL_PATHS = ["/sell-your-designs", "/contact-us"];

let members: Record<string, Member> = {};

beforeAll(async () => {
  const entries = Object.entries(KINDS).map(async ([kind, given]) => [
    kind,
    await createMember(given),
  ]);
  members = Object.fromEntries(await Promise.all(entries));
});

async function createMember(kind: Kind): Promise<Member> {
  const { name = "", credits = 0, favorites = 0 } = kind;
  const { email } = await withProductDatabase(async (sql) => {
    const { role, verification: verificationStatus } = kind;
    const user = await createUser(sql, { name, role, verificationStatus });
    if (credits > 0) await giveCredits(sql, user.id, credits);
    await sql`
      INSERT INTO wishlist_items (user_id, product_id)
      SELECT ${user.id}, id FROM products ORDER BY md5(slug) LIMIT ${favorites}`;
    return user;
  });
  const agent = await signInUser(base, email, PASSWORD);
  if (kind.owns) {
    const [product] = await withProductDatabase(
      (sql) => sql<{ id: number }[]>`SELECT id FROM products WHERE slug = ${owned ?? ""}`,
    );
    const bought = await agent.post("/api/purchase/prompt", {
      prompt_id: product?.id,
      consent: CONSENT,
    });
    if (bought.status >= 300) throw new Error(`not bought: ${bought.text}`);
  }
  const cookie = [...agent.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  return { email, cookie, name };
}

afterAll(() =>
  withProductDatabase(
    (sql) => sql`DELETE FROM wishlist_items WHERE user_id IN (
      SELECT id FROM users WHERE email = ANY(${Object.values(members).map(({ email }) => email)}))`,
  ),
);

type Page = { isFilled: boolean; html: string; headers: string[] };

/**
 * Fetches a page. With `isWhole` it sends a cookie that is not a message of ours, which makes the
 * server render the whole page.
 */
async function get(path: string, { cookie }: Member, { isWhole = false } = {}): Promise<Page> {
  const response = await fetch(base + path, {
    redirect: "manual",
    headers: { cookie: isWhole ? `${cookie}; toast=x` : cookie },
  });
  expect([path, response.status]).toEqual([path, 200]);
  const { headers } = response;
  const isFilled = !headers.get("content-security-policy")?.includes("nonce-");
  const own = [...headers]
    .filter(([name]) => !/^(date|content-length|content-security-policy|set-cookie)$/.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const cookies = headers
    .getSetCookie()
    .map((line) => line.replace(/=[^;]*/, "").replace(/Expires=[^;]*/, ""));
  // Nonces and form keys differ at each request.
  const html = (await response.text())
    .replaceAll(/ nonce="[\w-]{22}"/g, "")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "");
  return { isFilled, html, headers: [...own, ...cookies] };
}

const paths = fc
  .tuple(fc.constantFrom(...LOCALES), fc.constantFrom(...PATHS))
  .map(([locale, path]) => `/${locale}${path}`);
const kinds = fc.constantFrom(...Object.keys(KINDS));
const memberOf = (kind: string): Member => {
  const member = members[kind];
  if (!member) throw new Error(`there is no ${kind}`);
  return member;
};

describe("a public page that is filled in for a member", () => {
  it.each(Object.keys(KINDS))("is what %s would get alone, byte for byte", async (kind) => {
    const member = memberOf(kind);
    await withProductDatabase(async (sql) => {
      /** Fetches with the cookies of a session due for renewal, which happens once a minute. */
      const getRenewed = async (path: string, options = {}) => {
        await sql`
          UPDATE sessions SET last_seen_at = now() - interval '2 minutes'
          WHERE user_id = (SELECT id FROM users WHERE email = ${member.email})`;
        return get(`/en${path}`, member, options);
      };
      for (const path of [...PATHS, ...PERSONAL_PATHS]) {
        const filled = await getRenewed(path);
        const whole = await getRenewed(path, { isWhole: true });
        const isOwned = kind === "an owner" && path === `/products/${owned}`;
        const isTheirs = isOwned || PERSONAL_PATHS.includes(path);
        expect([path, whole.isFilled, filled.isFilled]).toEqual([path, false, !isTheirs]);
        expect(filled.html).toBe(whole.html);
        expect([path, ...filled.headers]).toEqual([path, ...whole.headers]);
      }
    });
  });

  it("is so in every language, also for a visit from a campaign", async () => {
    const visits = fc.constantFrom("", "utm_source=mail", "gclid=%&fbclid=a%2Bb");
    await fc.assert(
      fc.asyncProperty(paths, kinds, visits, async (path, kind, visit) => {
        const [filled, whole] = await Promise.all([
          get(path + (path.includes("?") ? "&" : "?") + visit, memberOf(kind)),
          get(path, memberOf(kind), { isWhole: true }),
        ]);
        expect(filled.html).toBe(whole.html);
      }),
      { numRuns: runs(120) },
    );
  });

  it("is so with a currency that has an image", async () => {
    const setImage = (image: string | null) =>
      withProductDatabase((sql) => sql`UPDATE settings SET internal_currency_image = ${image}`);
    const hasImage = async () =>
      (await (await fetch(`${base}/en/products`)).text()).includes('src="/favicon.svg"');
    await setImage("/favicon.svg");
    try {
      await expect.poll(hasImage).toBe(true);
      const member = memberOf("a member with hearts");
      for (const path of PATHS) {
        const filled = await get(`/en${path}`, member);
        const whole = await get(`/en${path}`, member, { isWhole: true });
        expect([path, filled.isFilled]).toEqual([path, true]);
        expect(filled.html).toBe(whole.html);
        expect(filled.html).toContain('src="/favicon.svg"');
      }
    } finally {
      await setImage(null);
      await expect.poll(hasImage).toBe(false);
    }
  });

  it("says nothing of another member, however many ask at once", async () => {
    const emails = Object.values(members).map(({ email }) => email);
    const requests = Object.values(members).flatMap((member) =>
      PATHS.flatMap((path) => [
        { member, path: `/de${path}` },
        { member, path: `/de${path}` },
      ]),
    );
    const pages = await Promise.all(
      requests.map(async ({ member, path }) => ({ member, page: await get(path, member) })),
    );
    for (const { member, page } of pages) {
      expect(emails.filter((email) => page.html.includes(email))).toEqual([member.email]);
    }
    const guest = await (await fetch(`${base}/de/products`)).text();
    expect(emails.filter((email) => guest.includes(email))).toEqual([]);
  });

  it("is a guest's page for a session that is over, and takes the session away", async () => {
    const agent = await signInUser(base, memberOf("a new member").email, PASSWORD);
    const cookie = [...agent.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const member = { email: "", name: "", cookie };
    expect((await get("/en/products", member)).html).toContain("/en/logout");
    await agent.post("/api/logout", {});
    const after = await get("/en/products", member);
    expect([after.isFilled, after.html.includes("/en/logout")]).toEqual([false, false]);
  });
});
