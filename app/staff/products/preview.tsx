import { previewProduct } from "#app/api-client/staff/products.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff, requireStaffMiddleware } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Credits } from "#app/ui/base/credits.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { ProductCard } from "#app/ui/base/product-card.tsx";
import type { Route } from "./+types/preview";

export const middleware: Route.MiddlewareFunction[] = [requireStaffMiddleware];

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  return { product: await orNotFound(context, previewProduct(getApi(context), params.id)) };
}

/**
 * A product in any status as the shop would show it: its card, and the image, texts and price of
 * its page. Does not import the page's own components: if they were shared with this screen, they
 * would load later.
 */
export default function Preview({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { product } = loaderData;
  const groups = [product.category, ...product.styles].flatMap((group) => group?.title ?? []);
  return (
    <div className="page pt-3 pb-10 md:pt-8">
      <PageTitle title={product.title} isPrivate />
      <p className="card mb-8 flex flex-wrap items-center justify-between gap-x-6 border-s-4 border-s-warning px-5 py-2">
        {t("product.preview_note")}
        <Link
          to={staffPath("products", product.id)}
          className="link inline-flex min-h-11 items-center"
        >
          {t("product.preview_edit")}
        </Link>
      </p>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <div className="aspect-square overflow-hidden rounded-card bg-sunken">
          <Picture
            picture={product.picture}
            fallbackUrl={product.imageUrl}
            alt=""
            sizes="(min-width: 1024px) 56vw, calc(100vw - 3rem)"
            load="first"
            className="size-full object-cover"
          />
        </div>
        <div className="min-w-0">
          <h1 className="text-3xl md:text-5xl">{product.title}</h1>
          <p className="mt-3 max-w-prose text-muted md:mt-4 md:text-lg">{product.description}</p>
          <p className="mt-6 font-display text-xl tabular-nums lg:text-4xl">
            <Credits cents={product.priceCents} />
          </p>
          <p className="mt-4 text-muted">{[...groups, ...product.motifs].join(" · ")}</p>
          {product.isForSale ? null : <p className="mt-4">{t("product.notForSale")}</p>}
          <div className="mt-10">
            {/* The card's own heading level is meant for a list. */}
            <h2 className="sr-only">{product.title}</h2>
            <ProductCard product={product} />
          </div>
        </div>
      </div>
    </div>
  );
}
