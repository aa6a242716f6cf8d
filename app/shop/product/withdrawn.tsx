import type { ReactNode } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";
import type { Choice } from "#app/shop/image-options.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { OwnedPanel } from "./owned-panel.tsx";
import type { WithdrawnOrder } from "./product.server.ts";

/** A prompt that is no longer for sale, for its buyers: everything sold remains available. */
export function Withdrawn(props: {
  order: WithdrawnOrder;
  chosen: Choice;
  breadcrumbs: ReactNode;
}) {
  const { order, chosen, breadcrumbs } = props;
  const t = useT();
  return (
    <div className="page pt-6 pb-20 md:pt-8">
      <PageHead title={order.title} isPrivate />
      {breadcrumbs}
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <Picture
          picture={null}
          fallbackUrl={order.image}
          alt={t("product.pictureAlt", { title: order.title })}
          sizes="56vw"
          load="first"
          className="aspect-square w-full rounded-card object-cover"
        />
        <div>
          <h1 {...languageProps(order.titleLanguage)} className="text-4xl md:text-5xl">
            {order.title}
          </h1>
          <p
            {...languageProps(order.descriptionLanguage)}
            className="mt-4 max-w-prose text-lg text-muted"
          >
            {order.description}
          </p>
          <p className="mt-6 border-s-4 border-s-control ps-4">{t("product.withdrawn")}</p>
          <OwnedPanel order={order} chosen={chosen} />
        </div>
      </div>
    </div>
  );
}
