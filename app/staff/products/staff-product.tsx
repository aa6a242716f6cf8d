import { useState } from "react";
import {
  getStaffProduct,
  listProductHistory,
  saveProduct,
} from "#app/api-client/staff/products.server.ts";
import { preserveFiles } from "#app/forms/preserve-input.ts";
import { versionOf } from "#app/forms/seen/seen-state.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { isRecordDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { AGAIN_FIELD, revalidateUnlessDeleted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { PRODUCT_UPLOAD_MB_MAX } from "#domain/products.ts";
import type { Route } from "./+types/staff-product";
import { type FailedProductForm, handleProductForm, productForm } from "./product-form.server.ts";
import { BLANK_PRODUCT, ProductForm } from "./product-form.tsx";
import { ProductHistory } from "./product-history.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const api = getApi(context);
  const form = await productForm.load(context);
  if (isRecordDeleted(context)) return { product: null, history: [], form };
  const [product, history] = await orNotFound(
    context,
    Promise.all([getStaffProduct(api, params.id), listProductHistory(api, params.id)]),
  );
  return { product, history, form };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  return handleProductForm(
    { request, context },
    async (body, form) => {
      await saveProduct(getApi(context), params.id, { ...body, version: form.version ?? 1 });
      const key = "staff_products.saved";
      return redirectTo(context, staffPath("products", params.id), { kind: "success", key });
    },
    params.id,
  );
}

export const clientAction = preserveFiles({ media: PRODUCT_UPLOAD_MB_MAX });
export const shouldRevalidate = revalidateUnlessDeleted;

/** One product with everything that is sold, and its history. */
export default function StaffProduct({ loaderData, actionData, params }: Route.ComponentProps) {
  const t = useT();
  const { product, history, form } = loaderData;
  const failed: FailedProductForm | undefined = useThroughLinks(actionData);
  const isGone = useGone(params.id, failed?.isGone === true);
  if (product === null || isGone) return <GoneProduct form={form} failed={failed} />;
  const title = product.titles[DEFAULT_LOCALE] ?? product.slug;
  const version = versionOf(form, failed, product.version);
  return (
    <article>
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to="/staff/products">{t("staff_products.title")}</BackLink>
      <h1 className="mt-2 text-3xl wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <p className="mt-1 mb-6 flex flex-wrap gap-x-6">
        <Link
          to={`${staffPath("products", product.id)}/preview`}
          className="link inline-flex min-h-11 items-center"
        >
          {t("staff_products.preview")}
        </Link>
        {product.status === "published" ? (
          <Link
            to={`/products/${encodeURIComponent(product.slug)}`}
            className="link inline-flex min-h-11 items-center"
          >
            {t("staff_products.in_shop")}
          </Link>
        ) : null}
        {product.offerId ? (
          <Link
            to={staffPath("offers", product.offerId)}
            className="link inline-flex min-h-11 items-center"
          >
            {t("staff_products.from_offer", { id: product.offerId })}
          </Link>
        ) : null}
        <span className="inline-flex min-h-11 items-center text-muted">
          {t("shell.labelled", { label: t("staff_products.sold"), text: product.salesCount })}
        </span>
      </p>
      {product.isOriginalMissing ? (
        <p role="alert" className="mb-6 max-w-prose border-s-4 border-s-negative ps-4">
          {t("staff_products.original_missing", { file: `pictures/${product.picture}.png` })}
        </p>
      ) : null}
      <ProductForm
        key={`${product.id} ${version}`}
        loaded={form}
        failed={failed}
        product={product}
        hidden={{ version }}
        submit={t("staff_products.save")}
      />
      <ProductHistory history={history} />
    </article>
  );
}

/**
 * Whether this product is gone: stays true once its form has found that, even after a response that
 * does not report it because the form was lost.
 */
function useGone(id: string, isGone: boolean): boolean {
  const [goneId, setGoneId] = useState<string | null>(null);
  if (isGone && goneId !== id) setGoneId(id);
  return isGone || goneId === id;
}

/** What was typed for a product that has meanwhile been deleted: it can be created again. */
function GoneProduct(props: {
  form: Route.ComponentProps["loaderData"]["form"];
  failed: FailedProductForm | undefined;
}) {
  const t = useT();
  const title = t("staff_products.create");
  return (
    <article>
      <PageTitle title={title} hasErrors isPrivate />
      <BackLink to="/staff/products">{t("staff_products.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      <ProductForm
        loaded={props.form}
        failed={props.failed}
        product={BLANK_PRODUCT}
        hidden={{ [AGAIN_FIELD]: "1" }}
        submit={t("staff_products.save")}
      />
    </article>
  );
}
