import { LockReason } from "#app/forms/consent/lock-reason.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import {
  GENERATION_PATH,
  GenerationResult,
  isUnderway,
  useGeneration,
} from "#app/shop/generate/use-generation.tsx";
import { type Choice, ImageChoice } from "#app/shop/image-options.tsx";
import { toOrderPath } from "#app/shop/order-path.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import type { OwnOrder } from "./product.server.ts";

/**
 * Replaces price and Buy: downloads the purchase, or generates another image from it. Both share
 * format and size; the form downloads, its other button posts.
 */
export function OwnedPanel({ order, chosen }: { order: OwnOrder; chosen: Choice }) {
  const t = useT();
  const locale = useLocale();
  const { generation, formProps } = useGeneration();
  const isBusy = isUnderway(generation);
  if (!order.isOpen) return <LockedPanel order={order} />;
  const orderPath = `/dashboard/orders/${encodeURIComponent(order.id)}/download`;
  return (
    <section aria-labelledby="owned" data-scripts="idle" className="card mt-8 p-5 sm:p-6">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <OwnedTitle />
        <Link to={orderLink(order)} className="link inline-flex min-h-6 items-center text-sm">
          {t("product.toOrder")}
        </Link>
      </div>
      <form method="get" action={localePath(locale, orderPath)} {...formProps}>
        <input type="hidden" name="prompt_id" value={order.promptId ?? ""} />
        <input type="hidden" name="slug" value={order.slug ?? ""} />
        <ImageChoice chosen={chosen} />
        <div className="mt-5 grid gap-3">
          <Button type="submit" size="large">
            <Icon name="download" />
            {t("order.download")}
          </Button>
          <Button
            type="submit"
            kind="secondary"
            size="large"
            formMethod="post"
            formAction={localePath(locale, GENERATION_PATH)}
            data-generates="true"
            aria-disabled={isBusy || undefined}
          >
            {isBusy ? t("generate.busyShort") : t("generate.another")}
          </Button>
        </div>
      </form>
      <p className="mt-3 text-sm text-muted">{t("product.ownedHint")}</p>
      <GenerationResult generation={generation} />
    </section>
  );
}

const orderLink = ({ id }: OwnOrder) => toOrderPath(id);

function OwnedTitle() {
  const t = useT();
  return (
    <h2 id="owned" className="flex items-center gap-2 font-sans font-medium text-positive">
      <Icon name="check" />
      {t("product.owned")}
    </h2>
  );
}

/** Bought without consent to immediate delivery: the order explains the options. */
function LockedPanel({ order }: { order: OwnOrder }) {
  const t = useT();
  return (
    <section aria-labelledby="owned" className="card mt-8 p-5 sm:p-6">
      <OwnedTitle />
      <div className="mt-3">
        <LockReason lock={order} dated="product.ownedLocked" />
      </div>
      <ButtonLink to={orderLink(order)} size="large" className="mt-5 w-full">
        {t("product.toOrder")}
      </ButtonLink>
    </section>
  );
}
