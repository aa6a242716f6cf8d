import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INTERNAL_HEADER } from "#api/http/client-ip.ts";
import { PAGE_FILES } from "#api/pages/page-files.ts";
import { loadStaticPages } from "#api/pages/pages.service.ts";
import { getProfile, login, register, updateProfile } from "#app/api-client/accounts.server.ts";
import {
  getProduct,
  listCategories,
  listNewProducts,
  listProducts,
  listStyles,
} from "#app/api-client/catalog.server.ts";
import { sendContactMessage } from "#app/api-client/contact.server.ts";
import { listStaticPages } from "#app/api-client/pages.server.ts";
import {
  buyPrompt,
  downloadOrder,
  findOrder,
  listOrders,
} from "#app/api-client/purchases.server.ts";
import { listOffers } from "#app/api-client/selling/offers.server.ts";
import { getVerification } from "#app/api-client/selling/verification.server.ts";
import { getFeatures, getSettings, getWords, listCountries } from "#app/api-client/site.server.ts";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { ApiClient, type ApiTarget } from "#app/api-client/transport/transport.server.ts";
import {
  checkout,
  getDepositStatus,
  listDeposits,
} from "#app/api-client/wallet/deposits.server.ts";
import {
  addToWishlist,
  describeWishlist,
  listWishlistRows,
  removeFromWishlist,
} from "#app/api-client/wishlist.server.ts";
import { SERVER_FEATURES } from "#domain/site.ts";
import { CONSENT_VERSION } from "#domain/withdrawal.ts";
import { CALLS } from "#server/commands/check-api/calls.ts";
import { checkApi } from "#server/commands/check-api/check.ts";
import { formatReport } from "#server/commands/check-api/format-report.ts";
import { readConfig } from "#server/config/config.ts";
import { createProduct, createUser, giveCredits, PASSWORD } from "#tests/factories.ts";
import { createRandom } from "#tests/mocks/loosen.ts";
import { toLooseFetch } from "#tests/setup/api/loose-api.ts";
import { createTestApi, TEST_APP_URL, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import { listSources } from "#tests/setup/repository/sources.ts";

// The shop's journeys in front of a server that has only spec §3 and §7.

const SEEDS = [1, 2];
const FIRST = { before: null, after: null };

let test: TestApi;
let own: ApiTarget;
beforeAll(async () => {
  test = await createTestApi();
  await loadStaticPages(test.deps, PAGE_FILES);
  own = {
    fetch: async (request: Request) => test.api.fetch(request),
    baseUrl: `${TEST_APP_URL}/api`,
    appUrl: TEST_APP_URL,
    headers: { [INTERNAL_HEADER]: test.deps.config.internalToken },
    storageBase: "https://backend.example",
    paymentOrigins: [],
  };
});
afterAll(() => test.close());
beforeEach(clearPublicCache);

const loose = (seed: number): ApiTarget => ({
  ...own,
  isRemote: true,
  fetch: toLooseFetch(own.fetch, createRandom(seed)),
});

function openPage(target: ApiTarget): ApiClient {
  return new ApiClient(target, {
    cookieHeader: null,
    clientIp: "203.0.113.78",
    requestId: "page-loose",
    locale: "en",
    isFresh: true,
  });
}

describe.each(SEEDS)("a server that follows the specification alone, seed %i", (seed) => {
  it("shows its catalogue to guests, and claims nothing that it does not say", async () => {
    const { slug } = await createProduct(test, { titles: { en: "Fox" } });
    const page = openPage(loose(seed));
    const { products, lastPage } = await listProducts(page, {});
    expect(products.length).toBeGreaterThan(0);
    expect(lastPage).toBeGreaterThan(0);
    expect(await getProduct(page, slug)).toMatchObject({
      slug,
      title: "Fox",
      licence: null,
      similar: null,
    });
    for (const list of [
      listNewProducts,
      listCategories,
      listStyles,
      listCountries,
      listStaticPages,
    ]) {
      expect(Array.isArray(await list(page))).toBe(true);
    }
    expect(Object.keys(await getWords(page, "de")).length).toBeGreaterThan(100);
    expect(await getSettings(page)).toMatchObject({
      isRegistrationOpen: true,
      eurRateBasisPoints: null,
      depositLimits: null,
      hasPriceFilter: false,
    });
    expect([...(await getFeatures(page))]).toEqual([]);
  });

  it("registers, signs in and edits a member", async () => {
    const email = `loose-${seed}@example.com`;
    const first = openPage(loose(seed));
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    await register(first, { email, ...passwords, terms: true });
    await updateProfile(first, { name: "Ada" });
    const second = openPage(loose(seed));
    await login(second, { email, password: PASSWORD });
    expect(await getProfile(second)).toMatchObject({ email, name: "Ada", balanceCents: 0 });
    expect(await getVerification(second)).toBeNull();
  });

  it("sells once, and recognizes an owned product without its id", async () => {
    const { email, password, id: userId } = await createUser(test.database);
    await giveCredits(test.database, userId, 5_000);
    const { id, slug } = await createProduct(test, { titles: { en: `Owl ${seed}` } });
    const page = openPage(loose(seed));
    await login(page, { email, password });
    const before = await getProfile(page);
    expect(await findOrder(page, { id: String(id), slug })).toBeNull();
    const product = await getProduct(page, slug);
    const { order } = await buyPrompt(page, {
      promptId: String(id),
      slug,
      expectedPriceCents: product?.priceCents ?? 0,
      expectedRate: "1",
      consent: null,
    });
    expect(order).toMatchObject({ title: product?.title, priceCents: product?.priceCents });
    expect(await findOrder(page, { id: String(id), slug })).toMatchObject({ id: order?.id });
    const { balanceCents } = await getProfile(page);
    expect(before.balanceCents - balanceCents).toBe(product?.priceCents);
    expect((await listOrders(page, FIRST)).items).toHaveLength(1);
    const zip = await downloadOrder(page, order?.id ?? "", { format: "jpg", size: "512x512" });
    expect(zip.headers.get("content-type")).toContain("zip");
    await zip.body?.cancel();
  });

  it("keeps favorites of which it says the ids alone", async () => {
    const { email, password } = await createUser(test.database);
    const { id, slug } = await createProduct(test);
    const page = openPage(loose(seed));
    await login(page, { email, password });
    await addToWishlist(page, String(id));
    const rows = await listWishlistRows(page);
    expect(await describeWishlist(page, rows)).toMatchObject([{ id: String(id), slug }]);
    await removeFromWishlist(page, String(id));
    expect(await listWishlistRows(page)).toEqual([]);
  });

  it("takes a deposit under the names of spec §3, and lists it", async () => {
    const { email, password } = await createUser(test.database);
    const page = openPage(loose(seed));
    await login(page, { email, password });
    const { orderId } = await checkout(page, {
      ...CONTACT,
      amount: "20.00",
      payment_method: "card",
      operation_id: crypto.randomUUID(),
    });
    expect(await getDepositStatus(page, orderId ?? "")).toMatchObject({
      status: "processing",
    });
    const { items } = await listDeposits(page, FIRST);
    expect(items).toMatchObject([{ amountCents: 2000, status: "pending" }]);
    expect((await listOffers(page, FIRST)).items).toEqual([]);
  });

  it("has no contact form, and says so in our words", async () => {
    const sending = sendContactMessage(openPage(loose(seed)), { ...CONTACT, message: "Hello" });
    await expect(sending).rejects.toMatchObject({ reason: { code: "contact_failed" } });
  });
});

/** Creates a member with an order and a deposit. */
async function createBuyer() {
  const { email, password, id: userId } = await createUser(test.database);
  await giveCredits(test.database, userId, 5_000);
  const { id, slug } = await createProduct(test);
  const page = openPage(own);
  await login(page, { email, password });
  const product = await getProduct(page, slug);
  await buyPrompt(page, {
    promptId: String(id),
    slug,
    expectedPriceCents: product?.priceCents ?? 0,
    expectedRate: "1",
    consent: { version: CONSENT_VERSION, language: "en" },
  });
  await checkout(page, {
    ...CONTACT,
    amount: "20.00",
    payment_method: "card",
    operation_id: crypto.randomUUID(),
  });
  return { email, password };
}

describe("the checker (npm run check:api)", () => {
  it("finds everything on our own server", async () => {
    const account = await createBuyer();
    const report = await checkApi(own, { account, isWriting: true });
    const wrong = report.calls.filter(({ outcome }) => outcome !== "ok");
    expect(wrong).toEqual([]);
    expect(report).toMatchObject({ isUsable: true, missingFeatures: [] });
  });

  it("says of another server what remains", async () => {
    const account = await createBuyer();
    const report = await checkApi(loose(7), { account });
    const outcomes = (need: string) =>
      new Set(report.calls.filter((call) => call.need === need).map(({ outcome }) => outcome));
    expect(outcomes("required")).toEqual(new Set(["ok"]));
    expect(outcomes("optional")).toEqual(new Set(["ok"]));
    expect(outcomes("extra")).toEqual(new Set(["missing"]));
    expect(report).toMatchObject({ isUsable: true, features: [] });
    expect(formatReport(report)).toContain("The shop works in front of this server.");
  });

  it("does not call a server working whose orders and deposits it never saw", async () => {
    const account = await createUser(test.database);
    const report = await checkApi(own, { account });
    expect(report.isUsable).toBe(true);
    const untried = report.calls.filter(({ outcome }) => outcome === "unknown");
    expect(untried.map(({ path, remark }) => `${path}: ${remark}`)).toEqual([
      "/purchase/{id}/download: no order to try it with",
      "/deposit/status: no deposit to try it with",
    ]);
    expect(formatReport(report)).toContain("2 required calls could not be checked.");
  });

  it("names the option that is wrong where the server does not know the shop's address", async () => {
    const account = await createUser(test.database);
    const report = await checkApi({ ...own, appUrl: "https://elsewhere.example" }, { account });
    expect(report.calls.find(({ path }) => path === "/login")).toMatchObject({
      outcome: "failed",
      remark: expect.stringContaining("--origin https://elsewhere.example"),
    });
    const unread = report.calls.filter(({ outcome, remark }) => outcome === "unknown" && remark);
    expect(unread.map(({ remark }) => remark)).toContain("not signed in: POST /login failed");
    expect(formatReport(report)).not.toContain("needs --as");
    expect(formatReport(await checkApi(own))).toContain("needs --as email:password");
  });

  it("changes nothing unless it is asked to", async () => {
    const account = await createUser(test.database);
    const read = () =>
      test.database`SELECT email, name, surname, phone FROM users WHERE id = ${account.id}`;
    const before = await read();
    const methods: string[] = [];
    const fetch = (request: Request) => {
      methods.push(`${request.method} ${new URL(request.url).pathname}`);
      return own.fetch(request);
    };
    await checkApi({ ...own, fetch }, { account });
    // Without the member's session, and without a body.
    const writes = methods.filter((call) => !/^GET |no-server-has$/.test(call));
    expect(writes.sort()).toEqual([
      "DELETE /api/email/verify",
      "POST /api/login",
      "POST /api/newsletter/unsubscribe",
      "POST /api/user/verification",
      "PUT /api/user/billing",
      "PUT /api/user/profile",
    ]);
    expect(await read()).toEqual(before);
  });

  it("finds the writes of a server that returns 404 to a wrong method", async () => {
    const fetch = async (request: Request) => {
      const response = await own.fetch(request);
      return response.status === 405
        ? Response.json({ message: "Not found." }, { status: 404 })
        : response;
    };
    const report = await checkApi({ ...own, fetch });
    expect(report.isUsable).toBe(true);
    expect(report.calls.filter(({ outcome }) => outcome === "missing")).toEqual([]);
    const withoutLogin = async (request: Request) =>
      request.url.endsWith("/login") ? new Response(null, { status: 404 }) : fetch(request);
    const lacking = await checkApi({ ...own, fetch: withoutLogin });
    expect(lacking.isUsable).toBe(false);
    expect(lacking.calls.filter(({ outcome }) => outcome === "missing")).toMatchObject([
      { path: "/login" },
    ]);
  });

  it("tries the payment and the file of a member who has them", async () => {
    const { email, password } = await createBuyer();
    const broken = async (request: Request) =>
      /\/deposit\/status|\/download/.test(request.url)
        ? new Response(null, { status: 404 })
        : own.fetch(request);
    const remarks = async (target: ApiTarget) =>
      (await checkApi(target, { account: { email, password } })).calls
        .filter(({ path }) => path === "/deposit/status" || path.endsWith("/download"))
        .map(({ outcome, remark }) => `${outcome} ${remark}`);
    expect(await remarks(own)).toEqual(["ok ", "ok processing"]);
    expect(await remarks({ ...own, fetch: broken })).toEqual(["missing 404", "missing 404"]);
  });

  it("names what is required and missing, and does not call such a server usable", async () => {
    const fetch = async (request: Request) =>
      request.url.endsWith("/settings")
        ? Response.json({ message: "Gone." }, { status: 404 })
        : own.fetch(request);
    const report = await checkApi({ ...own, fetch });
    expect(report.isUsable).toBe(false);
    expect(report.calls.find(({ path }) => path === "/settings")).toMatchObject({
      outcome: "missing",
    });
    expect(report.calls.find(({ path }) => path === "/user/profile")?.outcome).toBe("unknown");
    expect(formatReport(report)).toMatch(/^MISSING +GET \/settings +required/m);
  });
});

type Described = { parameters?: { name: string }[] };

async function readContract() {
  const { text } = await test.createAgent().get("/api/openapi.json", { isStateful: false });
  const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(text);
  return { text, paths };
}

describe("the guide for other servers (docs/own-api.md)", () => {
  const guide = readFileSync(new URL("../../../docs/own-api.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (\w+) \| (\w+) \| (.*) \|$/gm)];

  it("gives the checker the shop's address", () => {
    const commands = [...guide.matchAll(/npm run check:api.*/g)].map(([command]) => command);
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((command) => !command.includes(" --origin "))).toEqual([]);
  });

  it("lists the calls that the checker knows, each as needed as it says", () => {
    const documented = rows.map(([, call, need, by]) => `${call} ${need} ${by}`);
    const known = CALLS.map(({ method, path, need, by }) => `${method} ${path} ${need} ${by}`);
    expect(documented.sort()).toEqual(known.sort());
  });

  it("lists every call of the web app, but for those of the staff and of the sandbox", () => {
    const toShape = (path: string) => path.replace(/\$\{[^}]*\}|\{\w+\}/g, "*");
    const listed = [...guide.matchAll(/`([A-Z]+) (\/[^`]*)`/g)].map(
      ([, method, path = ""]) => `${method} ${toShape(path)}`,
    );
    const call =
      /(?:\.(send)\(\s*"(\w+)",\s*|\.(get|download|sendForm|sendForFile)\(\s*|\bpath: )[`"](\/[a-z][^`"]*)[`"]/g;
    const made = listSources("app/api-client")
      .filter(({ path }) => !/\/staff\/|\.test\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(call)])
      .map(([, , method, kind = "get", path = ""]) => {
        const isRead = kind === "get" || kind === "download";
        return `${method ?? (isRead ? "GET" : "POST")} ${toShape(path)}`;
      })
      .filter((one) => !/ \/(?:staff|sandbox|view)\//.test(one));
    expect(made.length).toBeGreaterThan(60);
    const isListed = (one: string) => {
      const pattern = new RegExp(`^${one.split("*").join("[^/]+")}$`);
      return listed.some((known) => pattern.test(known));
    };
    expect(
      [...new Set(made)].filter((one) => !isListed(one)),
      "add these to server/commands/check-api/calls.ts and docs/own-api.md",
    ).toEqual([]);
  });

  it("names the filters of histories that the contract has", async () => {
    const { paths } = await readContract();
    const documented = [...guide.matchAll(/^\| `(\w+)` \| ((?:`\/[\w/]+`(?:, )?)+) \| /gm)].flatMap(
      ([, filter, calls = ""]) =>
        [...calls.matchAll(/`([^`]+)`/g)].map(([, path]) => `${path} ${filter}`),
    );
    const PAGING = ["limit", "before", "after"];
    const known = ["/purchase/history", "/deposit/history", "/offer/history", "/user/prompts"]
      .flatMap((path) =>
        (paths[`/api${path}`]?.get?.parameters ?? []).map(({ name }) => `${path} ${name}`),
      )
      .filter((one) => !PAGING.some((name) => one.endsWith(` ${name}`)));
    expect(documented.sort()).toEqual(known.sort());
  });

  it("names calls and fields of the contract alone", async () => {
    const { text, ...contract } = await readContract();
    const shape = (path: string) => path.replace(/^\/api/, "").replace(/\{\w+\}/g, "{}");
    const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    );
    for (const [, call = "", , , fields = ""] of rows) {
      expect(calls).toContain(call.replace(/\/[^ ]*$/, (path) => shape(path)));
      for (const [, field = ""] of fields.matchAll(/`([a-z]\w*)`/g)) {
        // Names of spec §3 that only other servers use, and fields of messages that other tests
        // cover.
        if (["sum", "date"].includes(field)) continue;
        expect(text, `${field} of ${call}`).toMatch(new RegExp(`"${field}"`));
      }
    }
  });

  it("names every feature and every setting that there is", () => {
    for (const feature of SERVER_FEATURES) expect(guide).toContain(`| \`${feature}\` |`);
    const settings = ["API_URL", "APP_URL", "STORAGE_URL", "IMAGE_HOSTS", "PAYMENT_ORIGINS"];
    const environment = Object.fromEntries(settings.map((name) => [name, "not an address"]));
    const complaint = () => readConfig(environment);
    for (const name of settings) {
      expect(guide).toContain(`\`${name}\``);
      expect(complaint).toThrow(name);
    }
  });
});
