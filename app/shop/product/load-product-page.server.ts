import { data } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import { findOrder } from "#app/api-client/purchases.server.ts";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { opensCheckout } from "#app/i18n/paths.ts";
import { findUser, toNotFound } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getShellUser, getUrl, redirectToLogin } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { readBySlug } from "#app/request/moved.server.ts";
import { orElse } from "#app/request/or-null.ts";
import { requireVerifiedEmail } from "#app/request/verified-email.ts";
import { type CheckoutData, loadCheckout } from "./checkout.server.ts";
import {
  findOwnOrder,
  formatOptions,
  listSimilar,
  type OwnOrder,
  readProduct,
  toOwn,
  toWithdrawn,
} from "./product.server.ts";
import { followsUnclear } from "./repeated-purchase.ts";

type LoaderArgs = { context: Context; request: Request; params: { slug: string } };
/** `isUnclear`: it is unknown whether a purchase was made. */
type RequestedProduct = { query: URLSearchParams; isUnclear: boolean };
/** Null for a guest, "unknown" if the profile could not be loaded. */
type Reader = User | "unknown" | null;

/**
 * The page of a product: listed, withdrawn, or the one that says that the outcome of a purchase is
 * unclear. Throws the redirect or error of a product that does not exist (404) or is withdrawn
 * (410), and the redirect of a guest who buys.
 */
export async function loadProductPage(args: LoaderArgs) {
  const { hasUnclearWrite, jar } = getApi(args.context);
  const query = new URL(args.request.url).searchParams;
  const isUnclear = hasUnclearWrite || (jar.hasSession && followsUnclear(query));
  try {
    return await loadProduct(args, { query, isUnclear });
  } catch (error) {
    // After a purchase with an unclear outcome, "please try again" would be wrong.
    if (!isUnclear || !(isUnavailable(error) || error instanceof ApiError)) throw error;
    return toUnclear(args.params.slug, error.init.status);
  }
}

/** The reason why the product is missing does not say whether money moved. */
const toUnclear = (slug: string, status: number) =>
  data({ kind: "unclear" as const, slug }, { status });

async function loadProduct(args: LoaderArgs, requested: RequestedProduct) {
  const { params, context } = args;
  const [product, reader] = await Promise.all([
    readMoved(args),
    orElse(context, "profile", getShellUser(context), "unknown" as const),
  ]);
  if (product === "withdrawn") return loadWithdrawn(args, requested, reader);
  if (product) return loadListed(args, requested, { product, reader });
  if (requested.isUnclear) return toUnclear(params.slug, 404);
  throw toNotFound(context);
}

function readMoved({ params, context }: LoaderArgs) {
  const api = getApi(context);
  return readBySlug(
    context,
    { folder: "/products", slug: params.slug },
    (slug) => readProduct(api, slug),
    // An id stays unchanged, and so does a form's reply: if the product was renamed in the
    // meantime, the reply's message would be lost.
    (found) => (found === "withdrawn" ? [] : [found.slug, found.id]),
  );
}

/** A withdrawn product, which only its owners can see. */
async function loadWithdrawn(
  { params, context }: LoaderArgs,
  requested: RequestedProduct,
  reader: Reader,
) {
  const user = reader === "unknown" ? null : reader;
  const own = user && findOrder(getApi(context), { slug: params.slug });
  const order = own && (await orElse(context, "the reader's order", own, null));
  if (order) {
    const chosen = toChosen(requested.query);
    return data({ kind: "withdrawn" as const, order: toWithdrawn(order), chosen }, { status: 410 });
  }
  if (requested.isUnclear) return toUnclear(params.slug, 410);
  throw data({ code: "product_withdrawn" }, { status: 410 });
}

/** The page of a product that was not withdrawn, with its checkout if it is being bought. */
async function loadListed(
  { params, context, request }: LoaderArgs,
  { query, isUnclear }: RequestedProduct,
  { product, reader }: { product: ProductView; reader: Reader },
) {
  const isBuying = opensCheckout(query) && product.isForSale;
  if (isBuying && reader === "unknown" && isUnclear) return toUnclear(params.slug, 503);
  const buyer = isBuying ? await requireBuyer(context, reader) : null;
  const [similar, found, choices, offered] = await Promise.all([
    product.similar ?? listSimilar(context, product),
    findOwnOrder(context, product),
    formatOptions(context),
    buyer && loadCheckout({ context, request }, product, buyer),
  ]);
  const own = {
    order: found && found !== "unknown" ? toOwn(found, product) : null,
    isUnknown: found === "unknown",
  };
  const checkout = found ? null : offered;
  const unclearStatus = isUnclear ? findUnclearStatus(context, own, checkout) : null;
  if (unclearStatus) return toUnclear(params.slug, unclearStatus);
  if (checkout) await requireVerifiedEmail(context);
  const chosen = toChosen(query);
  return data({ kind: "product" as const, product, similar, own, chosen, choices, checkout });
}

/**
 * The member who buys. Throws the redirect of a guest to login, and of an unknown reader to the page
 * that explains it.
 */
async function requireBuyer(context: Context, reader: Reader): Promise<User> {
  if (reader && reader !== "unknown") return reader;
  const user = await findUser(context);
  if (user) return user;
  throw toLogin(context);
}

/**
 * The status of the page that says that the outcome of a purchase is unclear; null if the product's
 * page shows the order, or offers to buy again. Throws the redirect to login if the session has
 * expired.
 */
function findUnclearStatus(
  context: Context,
  own: { order: OwnOrder | null; isUnknown: boolean },
  checkout: CheckoutData | null,
): number | null {
  if (!getApi(context).jar.hasSession) throw toLogin(context);
  if (own.isUnknown) return 503;
  // No longer for sale.
  return own.order || checkout ? null : 410;
}

const toLogin = (context: Context) => redirectToLogin(getLocale(context), getUrl(context));

const toChosen = (query: URLSearchParams) => ({
  format: query.get("format"),
  size: query.get("size"),
});
