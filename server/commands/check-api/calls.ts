import * as accounts from "#app/api-client/accounts.server.ts";
import * as catalog from "#app/api-client/catalog.server.ts";
import { getEmailVerification } from "#app/api-client/email-verification.server.ts";
import { getStaticPage, listStaticPages } from "#app/api-client/pages.server.ts";
import { listIndexParts } from "#app/api-client/product-index.server.ts";
import * as purchases from "#app/api-client/purchases.server.ts";
import * as offers from "#app/api-client/selling/offers.server.ts";
import { getVerification } from "#app/api-client/selling/verification.server.ts";
import * as site from "#app/api-client/site.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import * as deposits from "#app/api-client/wallet/deposits.server.ts";
import { getBillingDetails, listDocuments } from "#app/api-client/wallet/documents.server.ts";
import { getPaymentHistory } from "#app/api-client/wallet/payments.server.ts";
import * as wishlist from "#app/api-client/wishlist.server.ts";
import { getWithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { PAGE_SIZE } from "#domain/catalog.ts";
import { readHistory } from "./read-history.ts";

/**
 * A call that the web app makes (docs/own-api.md). `need`: without a required call the shop does
 * not work; without an optional one a screen shows a message; an extra is our own extension, which
 * no other server needs.
 */
export type Call = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to the API's base; `/sanctum/…` is relative to its root. */
  path: string;
  need: "required" | "optional" | "extra";
  /** Required authentication. */
  by: "guest" | "member";
  /** The feature of the shop that depends on it. */
  gives: string;
  /**
   * Reads it as a screen does; absent for a write, which is only probed. Reads the data of other
   * calls through `readPrerequisite`, so that their gaps are not attributed to this call. Returns a
   * remark; throws Untried if the server has no data to try the call with.
   */
  read?(api: ApiClient, readPrerequisite: ReadPrerequisite): Promise<string>;
};

type ReadPrerequisite = <Value>(reading: () => Promise<Value>) => Promise<Value>;

const FIRST = { before: null, after: null };
const count = (list: readonly unknown[]) => `${list.length} rows`;
const many =
  (list: (api: ApiClient) => Promise<readonly unknown[]>) =>
  async (api: ApiClient): Promise<string> =>
    count(await list(api));
const one =
  (reading: (api: ApiClient) => Promise<unknown>) =>
  async (api: ApiClient): Promise<string> => {
    await reading(api);
    return "";
  };

async function readFirstProduct(
  api: ApiClient,
  readPrerequisite: ReadPrerequisite,
): Promise<string> {
  const { products } = await readPrerequisite(() => catalog.listProducts(api, {}));
  const [first] = products;
  if (!first) throw new Untried("no product to try it with");
  const product = await catalog.getProduct(api, first.slug);
  if (!product) throw new Error(`the product ${first.slug} of the list is not found by its slug`);
  return first.slug;
}

async function readProducts(api: ApiClient): Promise<string> {
  const { products, lastPage, hasPages } = await catalog.listProducts(api, {});
  if (!hasPages && products.length >= PAGE_SIZE) {
    const shown = `only these ${products.length} products are shown`;
    throw new Incomplete(`no meta.last_page: ${shown}, unless there are no more`);
  }
  const hosts = listOtherHosts(api, products);
  const read = `${count(products)} of page 1 of ${lastPage}`;
  return hosts.length === 0 ? read : `${read}; IMAGE_HOSTS has to list ${hosts.join(", ")}`;
}

/** The hosts of pictures that the shop's content security policy only allows if it lists them. */
function listOtherHosts(api: ApiClient, products: readonly catalog.ProductCard[]): string[] {
  const urls = products
    .flatMap(({ thumbUrl, imageUrl }) => [thumbUrl, imageUrl])
    .filter((url) => typeof url === "string" && /^https?:/.test(url))
    .map((url) => new URL(url ?? ""));
  const isKnown = ({ origin }: URL) => origin === api.storageBase || origin === api.appUrl;
  return [...new Set(urls.filter((url) => !isKnown(url)).map(({ host }) => host))];
}

async function readFirstPage(api: ApiClient, readPrerequisite: ReadPrerequisite): Promise<string> {
  const [first] = await readPrerequisite(() => listStaticPages(api));
  if (!first) throw new Untried("no page to try it with");
  await getStaticPage(api, first.slug, ["en"]);
  return first.slug;
}

async function readSettings(api: ApiClient): Promise<string> {
  const settings = await site.getSettings(api);
  const missing = [
    ...(settings.eurRateBasisPoints === null ? ["eur_rate"] : []),
    ...(settings.depositLimits === null ? ["deposit_min, deposit_max"] : []),
  ];
  return missing.length > 0 ? `does not say: ${missing.join(", ")}` : "";
}

const GUEST_READS: Row[] = [
  ["/settings", "required", "name, company, currency, whether registration is open", readSettings],
  [
    "/languages",
    "required",
    "the languages offered; English alone without",
    many(site.listLanguages),
  ],
  [
    "/localization/{locale}/words",
    "optional",
    "its texts; English ones without",
    one((api) => site.getWords(api, "en")),
  ],
  ["/products", "required", "gallery, search, feed", readProducts],
  ["/products/{slug}", "required", "the page of a product", readFirstProduct],
  ["/categories", "optional", "menu and filter by category", many(catalog.listCategories)],
  ["/styles", "optional", "menu, filter and carousel of styles", many(catalog.listStyles)],
  ["/products/hero", "optional", "the pictures on top of home", many(catalog.listHeroProducts)],
  ["/products/featured", "optional", "Chosen by us, About us", many(catalog.listFeaturedProducts)],
  ["/products/new", "optional", "New Prompts on home", many(catalog.listNewProducts)],
  [
    "/products/top-sellers",
    "optional",
    "what stands where nothing was found",
    many(catalog.listTopSellers),
  ],
  ["/static-pages", "optional", "links to terms, privacy and others", many(listStaticPages)],
  ["/static-pages/{slug}", "optional", "the text of a static page", readFirstPage],
  ["/social-links", "optional", "links in the footer", many(site.listSocialLinks)],
  ["/countries", "optional", "countries of forms; ours without", many(site.listCountries)],
];

const MEMBER_READS: Row[] = [
  ["/user/profile", "required", "who is signed in, and the balance", one(accounts.getProfile)],
  ["/wishlist", "optional", "favorites and hearts", many(wishlist.listFavoriteIdsOf)],
  [
    "/purchase/history",
    "required",
    "My Orders, downloads, what is owned",
    (api) => readHistory(api, "/purchase/history", purchases.listOrders, ORDER_FILTERS),
  ],
  [
    "/purchase/{id}/download",
    "required",
    "the file of an order",
    async (api, readPrerequisite) => {
      const { items } = await readPrerequisite(() => purchases.listOrders(api, FIRST));
      const order = items.find(({ isOpen }) => isOpen);
      if (!order) throw new Untried("no order to try it with");
      const file = await purchases.downloadOrder(api, order.id, { format: null, size: null });
      await file.body?.cancel();
      return "";
    },
  ],
  [
    "/user/prompts",
    "optional",
    "Generate",
    (api) => readHistory(api, "/user/prompts", purchases.listOwnedPrompts, { product_id: "id" }),
  ],
  [
    "/deposit/history",
    "required",
    "deposits, payment history",
    (api) => readHistory(api, "/deposit/history", deposits.listDeposits, { id: "id" }),
  ],
  [
    "/deposit/status",
    "required",
    "how a payment ended, after the payment page",
    async (api, readPrerequisite) => {
      const [deposit] = (await readPrerequisite(() => deposits.listDeposits(api, FIRST))).items;
      if (!deposit) throw new Untried("no deposit to try it with");
      return (await deposits.getDepositStatus(api, deposit.id)).status;
    },
  ],
  [
    "/offer/history",
    "optional",
    "My Offers",
    (api) => readHistory(api, "/offer/history", offers.listOffers, { id: "id" }),
  ],
];

const EXTRA_READS: Row[] = [
  [
    "/payment/history",
    "extra",
    "a ledger with balances and filters",
    async (api) => requireFound(await getPaymentHistory(api, {})),
  ],
  [
    "/user/verification",
    "extra",
    "the screen that sends identity documents",
    async (api) => requireFound(await getVerification(api)),
  ],
  ["/user/billing", "extra", "invoice details of buyers", one(getBillingDetails)],
  [
    "/documents",
    "extra",
    "invoices and receipts",
    many(async (api) => {
      // If it is missing, screens omit similar products; here it is requested directly.
      await api.get("/documents", { order_id: "1" });
      return listDocuments(api, { order_id: "1" });
    }),
  ],
  ["/withdrawals/options", "extra", "the withdrawal function", one(getWithdrawalOptions)],
  [
    "/email/verify",
    "extra",
    "what a user is to confirm, and the time until a new mail",
    one(getEmailVerification),
  ],
];

/** Writes are probed, not made (check.ts). */
const WRITES: [Call["method"], string, Call["need"], Call["by"], string][] = [
  ["POST", "/register", "required", "guest", "Create account"],
  ["POST", "/login", "required", "guest", "Sign in"],
  ["POST", "/logout", "required", "member", "Sign out"],
  ["POST", "/user/reset-password", "required", "guest", "Forgot password"],
  ["POST", "/reset-password", "required", "guest", "Set new password"],
  [
    "GET",
    "/email/verify/{id}/{hash}",
    "optional",
    "guest",
    "Confirm the address: the link of the mail",
  ],
  [
    "POST",
    "/email/verify/resend",
    "optional",
    "member",
    "Confirm the address: mail the link again",
  ],
  ["PUT", "/user/profile", "optional", "member", "Save the profile"],
  ["POST", "/user/change-password", "optional", "member", "Update password"],
  ["DELETE", "/user/delete", "optional", "member", "Delete account"],
  ["POST", "/wishlist/toggle/{productId}", "optional", "member", "Favorites: add"],
  ["DELETE", "/wishlist/{productId}", "optional", "member", "Favorites: remove"],
  ["POST", "/purchase/prompt", "required", "member", "Buy"],
  ["POST", "/purchase/generate-image", "optional", "member", "Generate"],
  ["POST", "/deposit/validate-amount", "optional", "member", "Top up: limits"],
  ["POST", "/deposit/validate", "optional", "member", "Top up: payment methods, errors by field"],
  ["POST", "/deposit/checkout", "required", "member", "Top up"],
  ["POST", "/offer/create", "optional", "member", "Sell: send a design"],
  ["POST", "/offer/approve", "optional", "member", "Sell: accept our price"],
  ["POST", "/offer/decline", "optional", "member", "Sell: decline our price"],
  [
    "POST",
    "/offer/withdraw/sepa",
    "optional",
    "member",
    "Sell: another account for money that came back",
  ],
  ["POST", "/offer/withdraw/card", "optional", "member", "Sell: payouts to cards"],
  ["POST", "/newsletter/subscribe", "optional", "guest", "Newsletter"],
  ["POST", "/contact", "extra", "guest", "Contact form"],
  ["POST", "/newsletter/confirm", "extra", "guest", "Newsletter: confirm by mail"],
  ["POST", "/newsletter/unsubscribe", "extra", "guest", "Newsletter: unsubscribe by mail"],
  ["DELETE", "/email/verify", "extra", "member", "Confirm the address: keep the old one"],
  ["POST", "/deposit/{id}/continue", "extra", "member", "Payment page that was left: continue"],
  ["POST", "/deposit/{id}/cancel", "extra", "member", "Payment page that was left: cancel"],
  ["POST", "/purchase/{id}/consent", "extra", "member", "Buy: deliver now, after the purchase"],
  ["POST", "/user/verification", "extra", "member", "Sell: send identity documents"],
  ["PUT", "/user/billing", "extra", "member", "Save invoice details"],
  ["POST", "/withdrawals", "extra", "guest", "Withdrawal function: send a statement"],
  ["POST", "/withdrawals/confirm", "extra", "guest", "Withdrawal function: confirm by mail"],
];

type Row = [string, Call["need"], string, NonNullable<Call["read"]>];

const toRead =
  (by: Call["by"]) =>
  ([path, need, gives, read]: Row): Call => ({ method: "GET", path, need, by, gives, read });

/** All calls that the checker makes or probes, in the order of spec §7, then our own. */
export const CALLS: readonly Call[] = [
  ...GUEST_READS.map(toRead("guest")),
  ...MEMBER_READS.map(toRead("member")),
  ...WRITES.map(([method, path, need, by, gives]): Call => ({ method, path, need, by, gives })),
  toRead("guest")([
    "/product-index",
    "extra",
    "sitemaps of large catalogues",
    many(async (api) => {
      // If it is missing, the sitemap is built from lists; here it is requested directly.
      await api.get("/product-index");
      return listIndexParts(api);
    }),
  ]),
  ...EXTRA_READS.map(toRead("member")),
];

/** The filters of orders, and the field that each one compares. */
const ORDER_FILTERS = { id: "id", product_id: "prompt_id", slug: "slug" };

/** Returns what was found; throws if the server does not have the call. */
function requireFound(found: unknown): string {
  if (found === null) throw new MissingCall();
  return "";
}

/** The call was not made, because the server has no data to make it with. */
export class Untried extends Error {
  override readonly name = "Untried";
}

/** The call works, but not all of its data can be reached. */
export class Incomplete extends Error {
  override readonly name = "Incomplete";
}

/** The server does not have this call. */
export class MissingCall extends Error {
  override readonly name = "MissingCall";
}
