import { redirect } from "react-router";
import { getOfferProduct } from "#app/api-client/staff/products.server.ts";
import { preserveFiles } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PRODUCT_UPLOAD_MB_MAX } from "#domain/products.ts";
import type { Route } from "./+types/create-product";
import { handleProductForm, makeProduct, productForm } from "./product-form.server.ts";
import { BLANK_PRODUCT, ProductForm } from "./product-form.tsx";

/**
 * With `?offer=` the form starts from an accepted offer; if it is already published, redirects to
 * its product.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const form = await productForm.load(context);
  const offerId = getUrl(context).searchParams.get("offer");
  if (offerId === null) return { form, offerId, product: BLANK_PRODUCT };
  const { productId, ...offered } = await orNotFound(
    context,
    getOfferProduct(getApi(context), offerId),
  );
  const locale = getLocale(context);
  if (productId) throw redirect(localePath(locale, staffPath("products", productId)), 302);
  return { form, offerId, product: { ...BLANK_PRODUCT, ...offered, status: "published" } };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  return handleProductForm({ request, context }, (body, form) => makeProduct(context, body, form));
}

export const clientAction = preserveFiles({ media: PRODUCT_UPLOAD_MB_MAX });
export const shouldRevalidate = revalidatePosted;

/** A new product, possibly from an accepted offer. */
export default function CreateProduct({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { form, offerId, product } = loaderData;
  const title = t(offerId === null ? "staff_products.create" : "staff_products.publish_offer");
  return (
    <article>
      <PageTitle title={title} hasErrors={Boolean(actionData)} isPrivate />
      <BackLink to={offerId === null ? "/staff/products" : staffPath("offers", offerId)}>
        {t(offerId === null ? "staff_products.title" : "staff_offers.title")}
      </BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <ProductForm
        loaded={form}
        failed={actionData}
        product={product}
        hidden={offerId === null ? {} : { offer_id: offerId }}
        submit={t("staff_products.save")}
      />
    </article>
  );
}
