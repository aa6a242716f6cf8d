import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { ProductCard as ProductCardData } from "#app/api-client/catalog.server.ts";
import { KEPT_DEPOSIT_FIELDS } from "#app/forms/deposit/kept-deposit.server.ts";
import { preserveFormMiddleware } from "#app/forms/kept-form.server.ts";
import { orWhenLost, toLostForm } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { describeBreadcrumbs, describeProduct, writeJsonLd } from "#app/shop/json-ld.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { ProductCard } from "#app/ui/base/product-card.tsx";
import { CARD_SIZE } from "#app/ui/base/seo-head.tsx";
import { toSummary } from "#domain/cut-text.ts";
import { priceInEur, toDecimal } from "#domain/money.ts";
import type { Route } from "./+types/product";
import { checkoutAction } from "./checkout.server.ts";
import { FavoriteButton } from "./favorite-button.tsx";
import { Checkout, ImageDialog, OwnedPanel, UnclearPurchase, Withdrawn } from "./lazy-parts.tsx";
import { loadProductPage } from "./load-product-page.server.ts";
import { Breadcrumbs, BuyPanel, Details } from "./product-details.tsx";
import { UNCLEAR_CLICK } from "./repeated-purchase.ts";

/** A deposit form sent after the session has expired is kept across the sign-in. */
export const middleware: Route.MiddlewareFunction[] = [
  preserveFormMiddleware("", KEPT_DEPOSIT_FIELDS),
];

export function loader(args: Route.LoaderArgs) {
  return loadProductPage(args);
}

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
    const { title, titleLanguage } = loaderData.order;
    const breadcrumbs = <Breadcrumbs title={title} titleLanguage={titleLanguage} />;
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
                type: "product",
                imageUrl: product.shareImageUrl ?? product.imageUrl,
                size: product.shareImageUrl === null ? undefined : CARD_SIZE,
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
      <Breadcrumbs
        title={product.title}
        titleLanguage={product.titleLanguage}
        category={product.category}
      />
      {checkout ? <Checkout product={product} checkout={checkout} reply={actionData} /> : null}
      {isLooking ? <ImageDialog product={product} /> : null}
      <Details
        product={product}
        choices={choices}
        isOwned={Boolean(order)}
        panel={
          order ? (
            <>
              <OwnedPanel order={order} chosen={chosen} />
              <FavoriteButton product={product} />
            </>
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
