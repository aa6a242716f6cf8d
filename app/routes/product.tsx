import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { ApiError } from "#app/api-client/api-error.server.ts";
import { getProduct, listProducts } from "#app/api-client/catalog.server.ts";
import { buyPrompt, listOrders } from "#app/api-client/purchases.server.ts";
import { toCents } from "#app/api-client/read.server.ts";
import { ErrorPage } from "#app/components/error-page.tsx";
import { PageHead } from "#app/components/page-head.tsx";
import { ProductGrid } from "#app/components/product-card.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { useShell } from "#app/i18n/shell.ts";
import { describeBreadcrumbs, describeProduct, writeJsonLd } from "#app/machines/json-ld.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl, getUser, redirectToLogin } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/middleware/toast.ts";
import { internalToEur, parseAmount, toDecimal } from "#domain/money.ts";
import type { Route } from "./+types/product";
import { Checkout } from "./product.checkout.tsx";
import { Breadcrumbs, Details } from "./product.details.tsx";

const SIMILAR_MAX = 4;

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const api = getApi(context);
  const locale = getLocale(context);
  const product = await getProduct(api, params.slug);
  if (!product) throw redirect(localePath(locale, "/404"), 302);
  const isBuying = new URL(request.url).searchParams.has("buy");
  const user = await getUser(context);
  if (isBuying && !user) throw redirectToLogin(locale, getUrl(context));
  const [similar, orders] = await Promise.all([
    // More of the same is a kindness: without it the page is whole.
    listProducts(api, { styles: product.styles.slice(0, 1).map((style) => style.url) }).then(
      (list) => list.products.filter((one) => one.id !== product.id).slice(0, SIMILAR_MAX),
      () => [],
    ),
    user ? listOrders(api) : [],
  ]);
  const ownedOrderId = orders.find((order) => order.slug === product.slug)?.id ?? null;
  return { product, similar, ownedOrderId, isBuying: isBuying && ownedOrderId === null };
}

/** Buys the prompt (spec §7 purchase/prompt). A refusal shows the page again with its reason. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const api = getApi(context);
  const form = await request.formData();
  const promptId = form.get("prompt_id");
  const expectedPriceCents = parseAmount(form.get("expected_price"));
  if (typeof promptId !== "string" || expectedPriceCents === null) {
    return data({ refusal: "validation_failed", missingCents: null }, { status: 422 });
  }
  try {
    const { order, alreadyOwned } = await buyPrompt(api, { promptId, expectedPriceCents });
    const key = alreadyOwned ? "buy.ownedToast" : "buy.doneToast";
    return redirectTo(context, `/dashboard?order=${order.id}`, {
      kind: alreadyOwned ? "info" : "success",
      key,
      values: { title: order.title },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) throw redirect(localePath(getLocale(context), "/404"), 302);
    if (error.code === "product_withdrawn") throw data({ code: error.code }, { status: 410 });
    const missingCents = toCents(error.details.missing);
    return data({ refusal: error.code, missingCents, slug: params.slug }, { status: error.status });
  }
}

/**
 * A refused purchase is no reason to keep what the page knew: after a changed price the form must
 * carry the new one. React Router would skip this for an answer of 400 and more.
 */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod === "POST" || defaultShouldRevalidate;
}

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  const { product, similar, ownedOrderId, isBuying } = loaderData;
  const t = useT();
  const shell = useShell();
  return (
    <div className="page pt-6 pb-10 md:pt-8">
      <PageHead
        title={product.title}
        description={product.description}
        canonical={`/products/${product.slug}`}
        isPrivate={isBuying}
        share={
          import.meta.env.SSR
            ? {
                imageUrl: product.shareImageUrl ?? product.imageUrl,
                isCard: product.shareImageUrl !== null,
                alt: t("product.pictureAlt", { title: product.title }),
                price: toDecimal(internalToEur(product.priceCents, shell.eurRateBasisPoints)),
              }
            : undefined
        }
        jsonLd={
          import.meta.env.SSR
            ? writeJsonLd([describeProduct(shell, product), describeBreadcrumbs(shell, t, product)])
            : ""
        }
      />
      <Breadcrumbs product={product} />
      {isBuying ? <Checkout product={product} refusal={actionData ?? null} /> : null}
      <Details product={product} ownedOrderId={ownedOrderId} />
      {similar.length > 0 ? (
        <section aria-labelledby="similar" className="mt-20 border-t border-line pt-12">
          <h2 id="similar" className="mb-8 text-2xl md:text-3xl">
            {t("product.similar")}
          </h2>
          <ProductGrid products={similar} />
        </section>
      ) : null}
    </div>
  );
}

/** After a refused purchase no loader above runs again; the shell's data is still there from before. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
