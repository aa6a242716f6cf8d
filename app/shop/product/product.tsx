import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type {
  ProductCard as ProductCardData,
  ProductView,
} from "#app/api-client/catalog.server.ts";
import { findOrder } from "#app/api-client/purchases.server.ts";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { KEPT_DEPOSIT_FIELDS } from "#app/forms/deposit/kept-deposit.server.ts";
import { preserveFormMiddleware } from "#app/forms/kept-form.server.ts";
import { orWhenLost, toLostForm } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { findUser, toNotFound } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getShellUser, getUrl, redirectToLogin } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { readBySlug } from "#app/request/moved.server.ts";
import { orElse } from "#app/request/or-null.ts";
import { requireVerifiedEmail } from "#app/request/verified-email.ts";
import { describeBreadcrumbs, describeProduct, writeJsonLd } from "#app/shop/json-ld.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { ProductCard } from "#app/ui/base/product-card.tsx";
import { toSummary } from "#domain/cut-text.ts";
import { priceInEur, toDecimal } from "#domain/money.ts";
import type { Route } from "./+types/product";
import { checkoutAction, loadCheckout } from "./checkout.server.ts";
import { Checkout, ImageDialog, OwnedPanel, UnclearPurchase, Withdrawn } from "./lazy-parts.tsx";
import {
  findOwnOrder,
  formatOptions,
  listSimilar,
  readProduct,
  toOwn,
  toWithdrawn,
} from "./product.server.ts";
import { Breadcrumbs, BuyPanel, Details } from "./product-details.tsx";
import { followsUnclear, UNCLEAR_CLICK } from "./repeated-purchase.ts";

/** A deposit form sent after the session has expired is kept across the sign-in. */
export const middleware: Route.MiddlewareFunction[] = [
  preserveFormMiddleware("", KEPT_DEPOSIT_FIELDS),
];

export async function loader(args: Route.LoaderArgs) {
  const { context, request, params } = args;
  const { hasUnclearWrite, jar } = getApi(context);
  const query = new URL(request.url).searchParams;
  const isUnclear = hasUnclearWrite || (jar.hasSession && followsUnclear(query));
  try {
    return await loadProduct(args, { query, isUnclear });
  } catch (error) {
    // After a purchase with an unclear outcome, "please try again" would be wrong.
    if (!isUnclear || !(isUnavailable(error) || error instanceof ApiError)) throw error;
    return toUnclear(params.slug, error.init.status);
  }
}

/** The reason why the product is missing does not say whether money moved. */
const toUnclear = (slug: string, status: number) =>
  data({ kind: "unclear" as const, slug }, { status });

/** `isUnclear`: it is unknown whether a purchase was made. */
type RequestedProduct = { query: URLSearchParams; isUnclear: boolean };
/** Null for a guest, "unknown" if the profile could not be loaded. */
type Reader = Awaited<ReturnType<typeof getShellUser>> | "unknown";

const toChosen = (query: URLSearchParams) => ({
  format: query.get("format"),
  size: query.get("size"),
});

async function loadProduct(args: Route.LoaderArgs, requested: RequestedProduct) {
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

function readMoved({ params, context }: Route.LoaderArgs) {
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
  { params, context }: Route.LoaderArgs,
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
  { params, context, request }: Route.LoaderArgs,
  { query, isUnclear }: RequestedProduct,
  { product, reader }: { product: ProductView; reader: Reader },
) {
  const user = reader === "unknown" ? null : reader;
  const isBuying = query.has("buy") && product.isForSale;
  // If the reader is unknown, the guard's redirect explains it.
  if (isBuying && !user) {
    if (isUnclear && reader === "unknown") return toUnclear(params.slug, 503);
    if (!(await findUser(context))) throw toLogin(context);
  }
  const [similar, found, choices, checkoutData] = await Promise.all([
    product.similar ?? listSimilar(context, product),
    findOwnOrder(context, product),
    formatOptions(context),
    isBuying && user ? loadCheckout({ context, request }, product, user) : null,
  ]);
  if (isUnclear && !getApi(context).jar.hasSession) throw toLogin(context);
  const isUnknown = found === "unknown";
  if (isUnclear && isUnknown) return toUnclear(params.slug, 503);
  const order = isUnknown ? null : found && toOwn(found, product);
  const checkout = found ? null : checkoutData;
  // No longer for sale.
  if (isUnclear && !order && !checkout) return toUnclear(params.slug, 410);
  if (checkout) await requireVerifiedEmail(context);
  const own = { order, isUnknown };
  const chosen = toChosen(query);
  return data({ kind: "product" as const, product, similar, own, chosen, choices, checkout });
}

const toLogin = (context: Context) => redirectToLogin(getLocale(context), getUrl(context));

export function action({ request, params, context }: Route.ActionArgs) {
  return checkoutAction(request, context, params.slug);
}

/** The connection was lost: the page stays, and says that the outcome is unknown. */
export async function clientAction(args: Route.ClientActionArgs) {
  const sent = await args.request.clone().formData();
  // A deposit keeps its typed values; whether a purchase was made is unknown.
  const lost = sent.has("operation_id")
    ? toLostForm(sent)
    : { ...UNCLEAR_CLICK, isConsented: sent.has("consent") };
  return orWhenLost(args.serverAction, lost);
}

/**
 * Revalidates after a rejected purchase as well: after a price change the form must have the new
 * price. React Router skips this for statuses from 400. From 500 the page stays unchanged.
 * Enlarging the image needs no new data.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = args;
  // A redirect, such as that of an unclear purchase, has no status here.
  if (formMethod === "POST") return (args.actionStatus ?? 303) < 500;
  const isLooking =
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.searchParams.has("picture") !== nextUrl.searchParams.has("picture");
  return !isLooking && defaultShouldRevalidate;
}

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const shell = useLayoutData();
  const [query] = useSearchParams();
  if (loaderData.kind === "unclear") {
    return <UnclearPurchase slug={loaderData.slug} reply={actionData} />;
  }
  if (loaderData.kind === "withdrawn") {
    const breadcrumbs = <Breadcrumbs title={loaderData.order.title} />;
    return <Withdrawn {...loaderData} breadcrumbs={breadcrumbs} />;
  }
  const { product, similar, own, chosen, choices, checkout } = loaderData;
  const { order, isUnknown } = own;
  const isLooking = query.has("picture");
  return (
    <div className="page pt-3 pb-10 md:pt-8">
      <PageHead
        title={product.title}
        description={toSummary(product.description)}
        canonical={`/products/${product.slug}`}
        isPrivate={checkout !== null || isLooking}
        scripts="touch"
        share={
          import.meta.env.SSR
            ? {
                imageUrl: product.shareImageUrl ?? product.imageUrl,
                isCard: product.shareImageUrl !== null,
                alt: t("product.pictureAlt", { title: product.title }),
                price:
                  product.isForSale && shell.settings.eurRateBasisPoints
                    ? toDecimal(priceInEur(product.priceCents, shell.settings.eurRateBasisPoints))
                    : undefined,
              }
            : undefined
        }
        jsonLd={
          import.meta.env.SSR
            ? writeJsonLd([describeProduct(shell, product), describeBreadcrumbs(shell, t, product)])
            : ""
        }
      />
      <Breadcrumbs title={product.title} category={product.category} />
      {checkout ? <Checkout product={product} checkout={checkout} reply={actionData} /> : null}
      {isLooking ? <ImageDialog product={product} /> : null}
      <Details
        product={product}
        choices={choices}
        isOwned={Boolean(order)}
        panel={
          order ? (
            <OwnedPanel order={order} chosen={chosen} />
          ) : (
            <BuyPanel product={product} isUnknown={isUnknown} />
          )
        }
      />
      {similar.length > 0 ? <Similar products={similar} /> : null}
    </div>
  );
}

function Similar({ products }: { products: ProductCardData[] }) {
  const t = useT();
  return (
    <section aria-labelledby="similar" className="mt-20 border-t border-line pt-12">
      <h2 id="similar" className="mb-8 text-2xl md:text-3xl">
        {t("product.similar")}
      </h2>
      <ul className="pairs gap-x-4 gap-y-8 sm:gap-x-7 sm:gap-y-12 md:grid-cols-4">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              variant="large"
              sizes="(min-width: 768px) 23vw, calc(50vw - 28px)"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
