import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { clearPublicCache } from "#app/api-client/transport/public-cache.server.ts";
import { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { runs } from "#tests/setup/sample.ts";
import { getProfile, getReader, getSavedContact } from "./accounts.server.ts";
import * as catalog from "./catalog.server.ts";
import { confirmEmail, getEmailVerification } from "./email-verification.server.ts";
import { getGeneration, listGenerations } from "./generations.server.ts";
import { getStaticPage, listPageLanguages, listStaticPages } from "./pages.server.ts";
import * as purchases from "./purchases.server.ts";
import { getOffer, lacksOffers, listOffers } from "./selling/offers.server.ts";
import { getVerification } from "./selling/verification.server.ts";
import * as site from "./site.server.ts";
import * as deposits from "./wallet/deposits.server.ts";
import { getBillingDetails, getDocument, listDocuments } from "./wallet/documents.server.ts";
import { getPaymentHistory } from "./wallet/payments.server.ts";
import { describeWishlist, listFavoriteIdsOf, listWishlistRows } from "./wishlist.server.ts";
import { getWithdrawalOptions, lacksWithdrawals } from "./withdrawals.server.ts";

// Combines the reads of the web tier with responses that no server should send.

const FIRST = { before: null, after: null };
const LINK = { id: "1", hash: "h", query: new URLSearchParams({ expires: "1", signature: "s" }) };

const READS: Record<string, (api: ApiClient) => Promise<unknown>> = {
  "the profile": getProfile,
  "the reader of a product": (api) => getReader(api, { id: "7" }),
  "the saved contact": getSavedContact,
  "a list of products": (api) => catalog.listProducts(api, { withFacets: true }),
  "a product": (api) => catalog.getProduct(api, "fox"),
  "the feed": (api) => catalog.listNewest(api, 5),
  "new products": catalog.listNewProducts,
  categories: catalog.listCategories,
  styles: catalog.listStyles,
  settings: site.getSettings,
  "the rate": site.getEurRate,
  "the version of the consent": site.getConsentVersion,
  "ways of payouts": site.getPayoutMethods,
  features: site.getFeatures,
  languages: site.listLanguages,
  texts: (api) => site.getWords(api, "de"),
  countries: site.listCountries,
  "social links": site.listSocialLinks,
  "static pages": listStaticPages,
  "languages of static pages": (api) => listPageLanguages(api, ["en", "de"]),
  "a static page": (api) => getStaticPage(api, "terms", ["en", "de"]),
  "the wishlist": async (api) => describeWishlist(api, await listWishlistRows(api)),
  hearts: listFavoriteIdsOf,
  orders: (api) => purchases.listOrders(api, FIRST),
  "an order": (api) => purchases.getOrder(api, "7"),
  "the order of a product": (api) => purchases.findOrder(api, { id: "7", slug: "fox" }),
  "owned prompts": (api) => purchases.listOwnedPrompts(api, FIRST),
  deposits: (api) => deposits.listDeposits(api, FIRST),
  "a deposit's status": (api) => deposits.getDepositStatus(api, "7"),
  "a deposit to repeat": (api) => deposits.getDeposit(api, "7"),
  payments: (api) => getPaymentHistory(api, {}),
  offers: (api) => listOffers(api, FIRST),
  "an offer": (api) => getOffer(api, "7"),
  "whether there are offers": lacksOffers,
  "the verification": getVerification,
  "the address to confirm": getEmailVerification,
  "a mailed link": (api) => confirmEmail(api, LINK),
  "billing details": getBillingDetails,
  documents: (api) => listDocuments(api, { order_id: "7" }),
  "a document": (api) => getDocument(api, "7"),
  pictures: (api) => listGenerations(api, FIRST),
  "a picture": (api) => getGeneration(api, "7"),
  "what may be withdrawn from": (api) => getWithdrawalOptions(api),
  "whether there are withdrawals": lacksWithdrawals,
};

function clientOf(respond: () => Response): ApiClient {
  return new ApiClient(
    {
      fetch: async () => respond(),
      baseUrl: "https://backend.example/api",
      appUrl: "https://shop.example",
      headers: {},
      storageBase: "https://backend.example",
      paymentOrigins: [],
    },
    { cookieHeader: "shop_session=s", clientIp: "::1", requestId: "r", locale: "en" },
  );
}

/** Fields that views are made of, with values of any kind. */
const NAMES = (
  "id slug title name url code price user_price amount balance status state email content locale " +
  "text_locales created_at image_url thumb_url doc_url picture styles meta older newer errors " +
  "message order verification totals sheet orders documents features formats sizes"
).split(" ");
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom("", "0000-00-00", "-1", "1e999", "__proto__", "\ud800", "pt_BR", "//", 1e300),
);
const record = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(odd, fc.array(odd)), {
  maxKeys: 12,
});
const content = fc.oneof(record, fc.array(record, { maxLength: 3 }), odd);
const body = fc.oneof(
  content,
  fc.record({ status: odd, payload: content, meta: odd }, { requiredKeys: ["payload"] }),
  fc.record({ data: content, meta: odd }, { requiredKeys: ["data"] }),
);
const status = fc.constantFrom(200, 200, 200, 400, 403, 404, 409, 410, 422, 429, 500);

/** The ways of a read to fail that screens know. */
const isKnown = (error: unknown) => error instanceof ApiError || isUnavailable(error);

beforeEach(clearPublicCache);

describe.each(Object.entries(READS))("the read of %s", (_name, read) => {
  const failureOf = async (respond: () => Response) => {
    clearPublicCache();
    return read(clientOf(respond)).then(
      () => null,
      (error: unknown) => error,
    );
  };

  it("has a value or an error that screens know, whatever a server sends", async () => {
    await fc.assert(
      fc.asyncProperty(body, status, async (sent, code) => {
        const error = await failureOf(() => Response.json(sent, { status: code }));
        if (error !== null) expect(error).toSatisfy(isKnown);
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([
    ["nothing", () => new Response(null, { status: 204 })],
    ["an empty text", () => new Response("")],
    ["a page", () => new Response("<h1>Sign in</h1>")],
    ["half of a JSON text", () => new Response('{"status":"OK","payl')],
    ["a redirect", () => new Response(null, { status: 302, headers: { location: "/login" } })],
    ["a page that is an error", () => new Response("<h1>Bad Request</h1>", { status: 400 })],
  ])("has an error that screens know, or a value, for %s", async (_what, respond) => {
    const error = await failureOf(respond);
    if (error !== null) expect(error).toSatisfy(isKnown);
  });
});
