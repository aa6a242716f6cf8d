import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import routes from "#app/routes.ts";
import { hasRight, type StaffRight } from "#domain/staff-roles.ts";
import en from "#locales/en.json" with { type: "json" };
import {
  createWorld,
  LIMITED_ROLES,
  type Records,
  ROLES,
  type Role,
  type World,
} from "#tests/setup/api/access.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { listFindings } from "#tests/setup/browser/axe.ts";
import { closeVisitors, launchBrowser, newVisitor } from "#tests/setup/browser/browser.ts";
import { addSession } from "#tests/setup/product/sessions.ts";
import { workerProduct } from "#tests/setup/product/worker-product.ts";
import { createDeskPaths } from "#tests/setup/records/desk-records.ts";
import { byTurns, sample } from "#tests/setup/sample.ts";

// Spec §2 and §6: who may see each URL. A route without a row fails, and so does a guard that was
// lost when code moved. Documents, the data of client navigations, and writes are tested
// separately, because React Router guards each of them separately.

const base = workerProduct().url;

type Results = Record<Role, string>;
type Row = { path: string; get: Results; data?: Results; post?: Results };

const all = (result: string): Results => ({
  guest: result,
  owner: result,
  member: result,
  staff: result,
});

/** A page for everybody; `post` is the status of an empty form: 405 if nothing can be written. */
const everybody = (path: string, post = "405", get = "200"): Row => ({
  path,
  get: all(get),
  data: all(get.replace(/^30[23]/, "202")),
  post: all(post),
});

const signedIn = (path: string, post = "405", get = "200"): Row => ({
  path,
  get: { ...all(get), guest: "302 /en/login" },
  data: { ...all(get.replace(/^30[23]/, "202")), guest: "202 /en/login" },
  post: { ...all(post), guest: "302 /en/login" },
});

const guestOnly = (path: string): Row => ({
  path,
  get: { ...all("302 /en/dashboard"), guest: "200" },
  data: { ...all("202 /en/dashboard"), guest: "200" },
  post: { ...all("302 /en/dashboard"), guest: "422" },
});

/** A page that confirms an address; not shown to users whose address is known to be unverified. */
const afterLink = (path: string): Row => ({
  path,
  get: { ...all("302 /en/email/verify"), guest: "200" },
  data: { ...all("202 /en/email/verify"), guest: "200" },
  post: all("405"),
});

/** A staff page, whose existence is hidden from everybody else. */
const staffOnly = (path: string, post = "405", get = "200"): Row => ({
  path,
  get: { ...all("302 /en/404"), staff: get },
  data: { ...all("202 /en/404"), staff: get.replace(/^30[23]/, "202") },
  post: { ...all("302 /en/404"), staff: post },
});

const ACCESS: Record<string, (records: Records) => Row> = {
  "no-locale-index": () => ({ path: "/", get: all("302 /en"), post: all("302 /en") }),
  texts: () => everybody("/words/en.json"),
  "layout-data": () => everybody("/layout-data/en.json"),
  robots: () => everybody("/robots.txt"),
  sitemap: () => everybody("/sitemap.xml"),
  "sitemap-part": () => everybody("/site.xml", "405", "302 /en/site.xml"),

  home: () => everybody("/en"),
  products: () => everybody("/en/products"),
  "search-suggestions": () => everybody("/en/search-suggestions"),
  generate: () => signedIn("/en/products/generate"),
  "generate-image": () => ({
    ...everybody("/en/products/generate/picture", "", "302 /en/products/generate"),
    post: { ...all("303 /en/products/generate"), guest: "302 /en/login" },
  }),
  generations: () => signedIn("/en/products/generate/pictures"),
  generation: () =>
    signedIn("/en/products/generate/pictures/999999", "303 /en/products/generate/pictures", "404"),
  "generation-part": () => ({
    path: "/en/products/generate/pictures/999999/image",
    get: all("404"),
    data: all("404"),
    post: all("405"),
  }),
  "product-details": ({ slug }) => everybody(`/en/products/${slug}`, "422"),
  "static-page": () => everybody("/en/page/terms"),
  "about-us": () => everybody("/en/about-us"),
  "sell-your-designs": () => everybody("/en/sell-your-designs"),
  "contact-us": () => everybody("/en/contact-us", "422"),
  "report-content": () => everybody("/en/report-content", "422"),
  complaint: () => everybody("/en/report-content/complaint", "422"),
  withdrawal: () => everybody("/en/withdraw-from-contract", "422"),
  "withdrawal.confirm": () => everybody("/en/withdraw-from-contract/confirm", "422"),
  newsletter: () => everybody("/en/newsletter", "303 /en", "303 /en"),
  "newsletter.confirm": () => everybody("/en/newsletter/confirm", "422"),
  "newsletter.unsubscribe": () => everybody("/en/newsletter/unsubscribe", "422"),
  "wishlist.toggle": ({ productId }) => ({
    ...everybody(`/en/wishlist/${productId}`, "", `302 /en/products/${productId}`),
    post: { ...all("204"), guest: "401" },
  }),

  login: () => guestOnly("/en/login"),
  register: () => guestOnly("/en/register"),
  "forgot-password": () => guestOnly("/en/forgot-password"),
  "reset-password": () => guestOnly("/en/reset-password"),

  "verify-email": () => signedIn("/en/email/verify", "400"),
  "verify-email-success": () => afterLink("/en/email/verify/success"),
  "verify-email-already-success": () => afterLink("/en/email/verify/already-success"),
  "verify-email.confirm": () => everybody("/en/email/verify/1/none", "403"),

  // Its form is not sent here, because the session must last.
  logout: () => ({ path: "/en/logout", get: all("303 /en"), data: all("202 /en") }),
  "person-view": () => ({
    path: "/en/view",
    get: all("302 /en"),
    data: all("202 /en"),
    post: { ...all("302 /en"), guest: "302 /en/login", staff: "302 /en/staff" },
  }),
  "dashboard.orders": () => signedIn("/en/dashboard"),
  "dashboard.favorite": () => signedIn("/en/dashboard/favorite"),
  "dashboard.deposits": () => signedIn("/en/dashboard/deposits", "400"),
  "dashboard.payments": () => signedIn("/en/dashboard/payments", "400"),
  editProfile: () => signedIn("/en/dashboard/profile", "400"),
  "dashboard.offers": () => signedIn("/en/dashboard/offers", "400"),
  createDeposit: () => signedIn("/en/dashboard/deposits/create", "422"),
  "deposit-processing": () => signedIn("/en/dashboard/deposit/processing", "405", "404"),
  verification: () => signedIn("/en/dashboard/verification", "422"),
  "order.withdraw": ({ orderId }) => ({
    path: `/en/dashboard/orders/${orderId}/withdraw`,
    get: all("303 /en/dashboard"),
    data: all("202 /en/dashboard"),
    post: { ...all("303 /en/dashboard"), guest: "302 /en/login" },
  }),
  "order.consent": ({ orderId }) => ({
    path: `/en/dashboard/orders/${orderId}/consent`,
    get: all("303 /en/dashboard"),
    data: all("202 /en/dashboard"),
    post: { ...all("303 /en/dashboard"), guest: "302 /en/login" },
  }),
  "order.download": ({ orderId }) => ({
    path: `/en/dashboard/orders/${orderId}/download`,
    get: { ...all("303 /en/dashboard"), guest: "302 /en/login", owner: "200" },
    data: { ...all("202 /en/dashboard"), guest: "202 /en/login", owner: "200" },
    post: all("405"),
  }),
  "profile.data": () => ({ ...signedIn("/en/dashboard/profile/data"), post: all("405") }),
  "payments.csv": () => ({
    ...signedIn("/en/dashboard/payments/csv"),
    post: all("405"),
  }),
  document: () => signedIn("/en/dashboard/documents/999999", "405", "404"),
  "document.pdf": () => ({
    ...signedIn("/en/dashboard/documents/999999/pdf", "405", "404"),
    post: all("405"),
  }),
  createOffer: () => signedIn("/en/dashboard/offers/create", "422"),
  "offer.image": ({ offerId }) => ({
    path: `/en/dashboard/offers/${offerId}/picture`,
    get: { ...all("404"), owner: "200" },
    data: { ...all("404"), owner: "200" },
    post: all("405"),
  }),
  "success-payment": () => signedIn("/en/success-payment", "405", "303 /en/processing-payment"),
  "fail-payment": () => signedIn("/en/fail-payment"),
  "processing-payment": () => signedIn("/en/processing-payment", "405", "404"),
  "sandbox-payment": ({ paymentToken }) => ({
    path: `/en/sandbox-payment/${paymentToken}`,
    get: { ...all("404"), guest: "302 /en/login", owner: "200" },
    data: { ...all("404"), guest: "202 /en/login", owner: "200" },
    post: { ...all("422"), guest: "302 /en/login" },
  }),
  "sandbox-card": () =>
    signedIn("/en/sandbox-card/no-such-page", "303 /en/sandbox-card/no-such-page", "404"),

  // Its form goes to "?index"; without it, the form would go to the layout route, which has no
  // action.
  "staff.start": () => staffOnly("/en/staff"),
  "staff.people": () => staffOnly("/en/staff/people"),
  "staff.views": () => staffOnly("/en/staff/views", "422"),
  "staff.person": () => ({ ...staffOnly("/en/staff/people/1"), post: undefined }),
  "staff.person-data": () => ({ ...staffOnly("/en/staff/people/1/data"), post: all("405") }),
  "staff.audit": () => staffOnly("/en/staff/audit"),
  "staff.audit-csv": () => ({ ...staffOnly("/en/staff/audit/csv"), post: all("405") }),
  "staff.verifications": () => staffOnly("/en/staff/verifications"),
  "staff.verification": ({ verificationId }) =>
    staffOnly(`/en/staff/verifications/${verificationId}`, "422"),
  "staff.offers": () => staffOnly("/en/staff/offers"),
  "staff.offer": ({ offerId }) => staffOnly(`/en/staff/offers/${offerId}`, "422"),
  "staff.settings": () => staffOnly("/en/staff/settings", "422"),
  "staff.messages": () => staffOnly("/en/staff/messages"),
  "staff.message": () => staffOnly("/en/staff/messages/999999", "302 /en/404", "302 /en/404"),
  "staff.newsletter": () => staffOnly("/en/staff/newsletter"),
  "staff.subscribers": () => staffOnly("/en/staff/newsletter/subscribers"),
  "staff.subscribers-csv": () => ({
    ...staffOnly("/en/staff/newsletter/subscribers/csv"),
    post: all("405"),
  }),
  "staff.issue": () => staffOnly("/en/staff/newsletter/issues/create", "422"),
  "staff.issue-preview": () => ({
    ...staffOnly("/en/staff/newsletter/issues/999999/preview", "", "302 /en/404"),
    post: all("405"),
  }),
  "staff.pages": () => staffOnly("/en/staff/pages", "422"),
  "staff.page": () => staffOnly("/en/staff/pages/terms/en", "422"),
  "staff.texts": () => staffOnly("/en/staff/texts", "422"),
  "staff.notices": () => staffOnly("/en/staff/notices"),
  "staff.notice": () => staffOnly("/en/staff/notices/999999", "302 /en/404", "302 /en/404"),
  "staff.reasons": () => staffOnly("/en/staff/reasons", "422"),
  "staff.payouts": () => staffOnly("/en/staff/payouts", "422"),
  "staff.payout-batch": () => staffOnly("/en/staff/payouts/new", "422"),
  "staff.payout-batch-mark": () =>
    staffOnly("/en/staff/payouts/batches/999999/mark", "302 /en/404", "302 /en/404"),
  "staff.bank-statements": () => staffOnly("/en/staff/payouts/statements", "422"),
  "staff.bank-statement": () =>
    staffOnly("/en/staff/payouts/statements/999999", "302 /en/404", "302 /en/404"),
  "staff.orders": () => staffOnly("/en/staff/orders"),
  "staff.order": ({ orderId }) => staffOnly(`/en/staff/orders/${orderId}`),
  "staff.order-refund": ({ orderId }) => staffOnly(`/en/staff/orders/${orderId}/refund`, "422"),
  "staff.deposits": () => staffOnly("/en/staff/deposits"),
  "staff.deposit": ({ depositId }) => staffOnly(`/en/staff/deposits/${depositId}`, "422"),
  "staff.deposit-refund": ({ depositId }) =>
    staffOnly(`/en/staff/deposits/${depositId}/refund`, "422"),
  "staff.suspense": () => staffOnly("/en/staff/suspense", "422"),
  "staff.disputes": () => staffOnly("/en/staff/disputes", "422"),
  "staff.withdrawals": () => staffOnly("/en/staff/withdrawals", "422"),
  "staff.products": () => staffOnly("/en/staff/products", "422"),
  "staff.create-product": () => staffOnly("/en/staff/products/create", "422"),
  "staff.product": ({ productId }) => staffOnly(`/en/staff/products/${productId}`, "422"),
  "staff.shelves": () => staffOnly("/en/staff/shelves", "422"),
  // Not the form of a file.
  "staff.imports": () => staffOnly("/en/staff/imports", "415"),
  "staff.import": () => staffOnly("/en/staff/imports/999999", "302 /en/404", "302 /en/404"),
  "staff.import-problems": () => ({
    ...staffOnly("/en/staff/imports/999999/problems", "", "302 /en/404"),
    post: all("405"),
  }),
  "staff.export": () => ({ ...staffOnly("/en/staff/exports/products"), post: all("405") }),
  "staff.groups": () => staffOnly("/en/staff/groups/categories"),
  "staff.group": () => staffOnly("/en/staff/groups/styles/create", "422"),
  "staff.product-preview": ({ productId }) => staffOnly(`/en/staff/products/${productId}/preview`),
  "staff.product-picture": () => ({
    ...staffOnly(`/en/staff/pictures/${"0".repeat(64)}/320.webp`, "", "404"),
    post: all("405"),
  }),
  "staff.offer-image": ({ offerId }) => ({
    path: `/en/staff/offers/${offerId}/picture`,
    get: { ...all("404"), staff: "200" },
    data: { ...all("404"), staff: "200" },
    post: all("405"),
  }),
  "staff.payout-file": () => ({
    ...staffOnly("/en/staff/payouts/files/999999", "", "303 /en/staff/payouts"),
    post: all("405"),
  }),
  "staff.verification-document": ({ verificationId }) => ({
    ...staffOnly(`/en/staff/verifications/${verificationId}/documents/document_front`),
    post: all("405"),
  }),

  feed: () => everybody("/en/rss.xml"),
  "app-manifest": () => everybody("/en/manifest.webmanifest"),
  "cookies-consent": () => everybody("/en/cookies-consent", "303 /en", "303 /en"),

  forbidden: () => everybody("/en/forbidden", "405", "403"),
  "not-found": () => everybody("/en/404", "405", "404"),
  "staff-entry": () => everybody("/en/staff/no-such-page", "302 /en/404", "302 /en/404"),
  unknown: () => everybody("/en/no-such-page", "302 /en/404", "302 /en/404"),
  "no-locale": () => everybody("/no-such-page", "302 /en/no-such-page", "302 /en/no-such-page"),
};

/** The right that each staff screen requires. */
const SCREEN_RIGHTS: Record<string, StaffRight> = {
  "staff.start": "overview",
  "staff.views": "overview",
  "staff.settings": "settings",
  "staff.messages": "site",
  "staff.message": "site",
  "staff.newsletter": "site",
  "staff.subscribers": "site",
  "staff.subscribers-csv": "site",
  "staff.issue": "site",
  "staff.issue-preview": "site",
  "staff.pages": "site",
  "staff.page": "site",
  "staff.texts": "site",
  "staff.people": "people",
  "staff.person": "people",
  "staff.person-data": "people.manage",
  "staff.audit": "audit",
  "staff.audit-csv": "audit",
  "staff.verifications": "reviews",
  "staff.verification": "reviews",
  "staff.verification-document": "reviews",
  "staff.offers": "offers",
  "staff.offer": "offers",
  "staff.offer-image": "offers",
  "staff.notices": "reviews",
  "staff.notice": "reviews",
  "staff.reasons": "reviews",
  "staff.payouts": "payouts",
  "staff.payout-batch": "payouts",
  "staff.payout-batch-mark": "payouts",
  "staff.bank-statements": "payouts",
  "staff.bank-statement": "payouts",
  "staff.orders": "orders",
  "staff.order": "orders",
  "staff.order-refund": "orders",
  "staff.deposits": "orders",
  "staff.deposit": "orders",
  "staff.deposit-refund": "orders",
  "staff.suspense": "orders",
  "staff.disputes": "orders",
  "staff.withdrawals": "orders",
  "staff.products": "catalogue",
  "staff.create-product": "catalogue",
  "staff.product": "catalogue",
  "staff.shelves": "catalogue",
  "staff.imports": "catalogue",
  "staff.import": "catalogue",
  "staff.import-problems": "catalogue",
  "staff.export": "catalogue",
  "staff.groups": "catalogue",
  "staff.group": "catalogue",
  "staff.product-preview": "catalogue",
  "staff.product-picture": "catalogue",
  "staff.payout-file": "payouts",
};

/** The staff routes that are files, which no desk page renders. */
const STAFF_FILES = [
  "staff.subscribers-csv",
  "staff.issue-preview",
  "staff.person-data",
  "staff.audit-csv",
  "staff.verification-document",
  "staff.offer-image",
  "staff.import-problems",
  "staff.export",
  "staff.product-picture",
  "staff.payout-file",
];

/** Screens whose form requires more than reading does. */
const FORM_RIGHTS: Record<string, StaffRight> = {
  "staff.offer": "reviews",
  "staff.settings": "site",
};

type Node = { id?: string; file: string; children?: Node[] };

/** Lists the ids of the URLs in the table: layouts have no URL. */
function listLeaves(nodes: readonly Node[], isListed = (_leaf: Node) => true): string[] {
  return nodes.flatMap((node) => {
    if (node.children) return listLeaves(node.children, isListed);
    return isListed(node) ? [node.id ?? "?"] : [];
  });
}
/** A route module without a component serves a file. */
const isScreen = ({ file }: Node) => file.endsWith(".tsx");

let world: World;
beforeAll(async () => {
  world = await createWorld(base);
});

/** Returns `200`, or the status and the target without the query with the return path. */
async function request(agent: ApiAgent, path: string, init: RequestInit = {}): Promise<string> {
  const { cookieHeader: cookie, ip } = agent;
  const response = await fetch(`${base}${path}`, {
    ...init,
    redirect: "manual",
    // No compression, because only the status and the target are read.
    headers: { ...init.headers, cookie, "x-forwarded-for": ip, "accept-encoding": "identity" },
  });
  const text = await response.text();
  // Single fetch has the target of a redirect in its body.
  const target = response.headers.get("location") ?? DATA_REDIRECT.exec(text)?.[1];
  const isRedirect = response.status === 202 || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return String(response.status);
  return `${response.status} ${new URL(target ?? "", base).pathname}`;
}

const DATA_REDIRECT = /"redirect","([^"]+)"/;
const EMPTY_FORM = {
  method: "POST",
  body: "",
  headers: { origin: base, "content-type": "application/x-www-form-urlencoded" },
};

async function requestAll(path: string, init?: RequestInit): Promise<Results> {
  const results = ROLES.map(
    async (role) => [role, await request(world.agents[role], path, init)] as const,
  );
  return Object.fromEntries(await Promise.all(results)) as Results;
}

// First, because all later tests use up the API's limit for one person.
describe("the screens of the staff, as the owner of the shop", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => closeVisitors(browser));

  it("have neither a finding of axe nor an id twice", async () => {
    const { agents, records } = world;
    const paths = await createDeskPaths(agents, records);
    const context = await newVisitor(browser);
    await addSession(context, base, agents.staff);
    const page = await context.newPage();
    const findings: Record<string, string[]> = {};
    const screens = listLeaves(routes as Node[], isScreen).filter((id) => id.startsWith("staff."));
    const stated = Object.keys(SCREEN_RIGHTS).filter((id) => !STAFF_FILES.includes(id));
    expect([...screens].sort()).toEqual(stated.sort());
    for (const id of sample(screens, 6)) {
      const path = paths[id] ?? ACCESS[id]?.(records).path ?? "";
      await page.goto(base + path);
      findings[id] = new URL(page.url()).pathname === path ? await listFindings(page) : ["left"];
    }
    const broken = Object.entries(findings).filter(([, found]) => found.length > 0);
    expect(broken).toEqual([]);
  });
});

describe("who may see what", () => {
  it("is stated for every route", () => {
    expect(Object.keys(ACCESS).sort()).toEqual(listLeaves(routes as Node[]).sort());
  });

  it.each(Object.entries(ACCESS))("%s: the page", async (_id, toRow) => {
    const { path, get } = toRow(world.records);
    expect(await requestAll(path)).toEqual(get);
  });

  it.each(Object.entries(ACCESS))("%s: its data", async (_id, toRow) => {
    const { path, data } = toRow(world.records);
    // The bare domain is never a client navigation.
    expect(path === "/" ? undefined : await requestAll(`${path}.data`)).toEqual(data);
  });

  // As scripts request when the layout's data is unchanged: its guard must run all the same.
  it.each(
    Object.entries(ACCESS).filter(([id]) => /^(?:dashboard|staff)\.|^editProfile$/.test(id)),
  )("%s: its data without its frame's", async (id, toRow) => {
    const { path, data } = toRow(world.records);
    expect(await requestAll(`${path}.data?_routes=${encodeURIComponent(id)}`)).toEqual(data);
  });

  it("is stated for every screen of the staff by its right", () => {
    const screens = Object.keys(ACCESS).filter((id) => id.startsWith("staff."));
    expect(Object.keys(SCREEN_RIGHTS).sort()).toEqual(screens.sort());
  });

  // A role without the right sees the same as a member.
  it.each(Object.entries(SCREEN_RIGHTS))("%s: for each role of the staff", async (id, right) => {
    const row = ACCESS[id]?.(world.records);
    if (!row?.data) throw new Error(`no row for ${id}`);
    for (const role of LIMITED_ROLES) {
      const as = hasRight(role, right) ? "staff" : "member";
      const agent = world.limited[role];
      expect([role, await request(agent, `${row.path}.data`)]).toEqual([role, row.data[as]]);
      const screenOnly = `${row.path}.data?_routes=${encodeURIComponent(id)}`;
      expect([role, await request(agent, screenOnly)]).toEqual([role, row.data[as]]);
      // A screen without a form rejects a POST before its guard runs.
      if (row.post && row.post.staff !== "405") {
        const maySend = hasRight(role, FORM_RIGHTS[id] ?? right) ? "staff" : "member";
        const sent = await request(agent, row.path, EMPTY_FORM);
        expect([role, sent]).toEqual([role, row.post[maySend]]);
      }
    }
  });

  it.each(Object.entries(ACCESS))("%s: a form", async (_id, toRow) => {
    const { path, post } = toRow(world.records);
    expect(post && (await requestAll(path, EMPTY_FORM))).toEqual(post);
  });

  // An unknown field ends at the error page, inside any layouts of the screen.
  it.each([
    ["guest", () => "/en/contact-us", []],
    ["member", () => "/en/dashboard/profile", ['data-testid="balance"']],
    ["staff", ({ offerId }) => `/en/staff/offers/${offerId}`, ["/en/staff/payouts"]],
  ] satisfies [
    Role,
    (records: Records) => string,
    string[],
  ][])("an error keeps the frame of a screen: %s", async (role, toPath, frame) => {
    const { cookieHeader: cookie } = world.agents[role];
    const headers = { ...EMPTY_FORM.headers, cookie };
    const init = { ...EMPTY_FORM, headers, body: "unknown=1" };
    const response = await fetch(`${base}${toPath(world.records)}`, init);
    expect(response.status).toBe(400);
    const page = await response.text();
    const expected = ['id="newsletter"', "<header", en["error.400.title"], ...frame];
    expect(expected.filter((part) => !page.includes(part))).toEqual([]);
  });

  it.each(
    Object.entries(ACCESS).map(([id, toRow], at) => ({ id, toRow, at })),
  )("$id: other methods write nothing", async ({ toRow, at }) => {
    const { path } = toRow(world.records);
    const init = { headers: { origin: base } };
    const results = await Promise.all(
      byTurns(["PUT", "PATCH", "DELETE"], at).map((method) =>
        requestAll(path, { ...init, method }),
      ),
    );
    for (const role of ROLES) {
      for (const result of results) expect(result[role]).not.toMatch(/^2\d\d$/);
    }
  });
});
