import type { ReactNode } from "react";
import type { DocumentLinkView } from "#app/api-client/wallet/documents.server.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { languageProps, TitleSentence } from "#app/i18n/text-in.tsx";
import { ImageChoice } from "#app/shop/image-options.tsx";
import type { OwnedSince } from "#app/shop/order-path.ts";
import { Button } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { toBoughtKey } from "#app/ui/bought-key.ts";
import { Dialog, DialogFooter } from "#app/ui/dialog.tsx";
import { DocumentLinks } from "#app/ui/document-links.tsx";
import { useHistoryPath } from "#app/ui/history-path.ts";
import { readStandardLicence } from "#domain/purchases.ts";
import type { RefundDestination } from "#domain/refunds.ts";
import { CopyButton } from "./copy-button.tsx";
import { LockedOrder, LockedOrderFooter } from "./locked-order.tsx";

type OpenedOrder = {
  id: string;
  title: string;
  titleLanguage?: string;
  priceCents: number | null;
  currency?: string;
  /** The amount that a withdrawal refunds; null if unknown. */
  backCents: number | null;
  image: string | null;
  createdAt: string;
  prompt: string | null;
  licence: string | null;
  isOpen: boolean;
  opensAt: string | null;
  hold: "named" | "described" | null;
  holdConsentVersion: string | null;
  isRefunded: boolean;
  slug: string | null;
};

/** The order modal (spec §2, at most 870 px wide): the purchased item and its download. */
export function OrderDialog(props: {
  order: OpenedOrder;
  /** Set if it was bought again, which cost nothing. */
  ownedSince: OwnedSince | null;
  /** True if a download has failed because its picture is lost. */
  isUndeliverable: boolean;
  consentVersion: string | null;
  /** Where the money of a withdrawal can be refunded to. */
  destinations: readonly RefundDestination[];
  documents: DocumentLinkView[];
  /** The operation id of a withdrawal from the order. */
  operationId: string;
}) {
  const { order, ownedSince, consentVersion, destinations, documents, operationId } = props;
  return (
    <Dialog
      title={order.title}
      titleLanguage={order.titleLanguage}
      closeTo={useHistoryPath("/dashboard")}
      returnTo={`order-${order.id}`}
      width="870px"
    >
      {ownedSince && !order.isRefunded ? <Bought order={order} since={ownedSince} /> : null}
      {props.isUndeliverable && order.isOpen && !order.isRefunded ? (
        <Undeliverable orderId={order.id} />
      ) : null}
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        {/* On phones the image is small, next to the facts: the prompt is what was bought. If text is
            enlarged, the facts are below it. */}
        <div className="flex flex-wrap items-start gap-x-4 gap-y-5 md:block">
          <OrderImage order={order} />
          <OrderFacts order={order} documents={documents} />
        </div>
        {order.isRefunded ? (
          <RefundedOrder slug={order.slug} />
        ) : order.isOpen ? (
          <div className="flex flex-col gap-7">
            {order.prompt ? <PromptText prompt={order.prompt} /> : null}
            <DownloadForm orderId={order.id} />
          </div>
        ) : (
          <LockedOrder
            order={order}
            consentVersion={consentVersion}
            destinations={destinations}
            operationId={operationId}
          />
        )}
      </div>
      {order.isRefunded ? null : order.isOpen ? (
        <DownloadFooter />
      ) : (
        <LockedOrderFooter consentVersion={consentVersion} />
      )}
    </Dialog>
  );
}

function Bought({ order, since }: { order: OpenedOrder; since: OwnedSince }) {
  return (
    <p role="status" className="mb-6 rounded-card border-s-4 border-s-accent bg-sunken p-4">
      <TitleSentence
        text={since === "now" ? toBoughtKey(order) : "buy.ownedToast"}
        title={order.title}
        language={order.titleLanguage}
      />
    </p>
  );
}

function Undeliverable({ orderId }: { orderId: string }) {
  const t = useT();
  return (
    <div role="alert" className="mb-6 rounded-card border-s-4 border-s-negative bg-sunken p-4">
      <p>{t("errors.order_undeliverable", { number: orderId })}</p>
      <Link to="/contact-us" className="link inline-flex min-h-11 items-center">
        {t("contact.title")}
      </Link>
    </div>
  );
}

function OrderImage({ order: { image, title, titleLanguage } }: { order: OpenedOrder }) {
  const t = useT();
  if (!image) {
    return (
      <div className="grid aspect-square w-24 place-items-center rounded-card bg-sunken text-muted md:w-auto">
        {t("orders.no_image")}
      </div>
    );
  }
  return (
    <img
      src={image}
      alt={title}
      {...languageProps(titleLanguage)}
      width={640}
      height={640}
      className="aspect-square w-24 rounded-card bg-sunken object-cover md:max-h-[36dvh] md:w-full"
    />
  );
}

function OrderFacts(props: { order: OpenedOrder; documents: DocumentLinkView[] }) {
  const { order, documents } = props;
  const t = useT();
  const format = useFormat();
  return (
    <dl className="grow basis-[7.5rem] space-y-2 text-sm md:mt-5">
      <Fact name={t("order.number")}>{order.id}</Fact>
      {order.createdAt ? (
        <Fact name={t("order.date")}>
          <DateTime at={order.createdAt} />
        </Fact>
      ) : null}
      {order.priceCents === null ? null : (
        <Fact name={t("order.price")}>{format.credits(order.priceCents, order.currency)}</Fact>
      )}
      {order.licence ? (
        <Fact name={t("order.licence")}>
          <Licence name={order.licence} />
        </Fact>
      ) : null}
      {documents.length > 0 ? (
        <Fact name={t("documents.title")}>
          <DocumentLinks documents={documents} />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
      <dt className="text-muted">{name}</dt>
      <dd className="hyphens-auto wrap-anywhere max-md:grow md:ms-auto md:text-end">{children}</dd>
    </div>
  );
}

/** The standard licence in the page's language; a product's own licence in the staff's words. */
function Licence({ name }: { name: string }) {
  const t = useT();
  const version = readStandardLicence(name);
  return version === null ? <bdi>{name}</bdi> : t("order.licence_standard", { version });
}

/** Replaces prompt and download after a refund. */
function RefundedOrder({ slug }: { slug: string | null }) {
  const t = useT();
  return (
    <section aria-labelledby="order-refunded">
      <h3 id="order-refunded" className="mb-2 text-lg">
        {t("order.refunded_title")}
      </h3>
      <p>{t("order.refunded_text")}</p>
      {slug === null ? null : (
        <Link
          to={`/products/${encodeURIComponent(slug)}`}
          className="link mt-2 inline-flex min-h-11 items-center"
        >
          {t("order.to_product")}
        </Link>
      )}
    </section>
  );
}

function PromptText({ prompt }: { prompt: string }) {
  const t = useT();
  return (
    <section aria-labelledby="order-prompt">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 id="order-prompt" className="text-lg">
          {t("order.prompt")}
        </h3>
        <CopyButton text={prompt} label={t("order.copy_prompt")} />
      </div>
      <p
        lang="en"
        dir="ltr"
        className="rounded-card bg-sunken p-4 whitespace-pre-line select-all [overflow-wrap:anywhere]"
      >
        {prompt}
      </p>
    </section>
  );
}

/** Its button is in the dialog's footer, visible from the start. */
const DOWNLOAD_FORM = "order-download";

function DownloadFooter() {
  const t = useT();
  return (
    <DialogFooter>
      <Button type="submit" form={DOWNLOAD_FORM} className="w-full">
        <Icon name="download" />
        {t("order.download")}
      </Button>
    </DialogFooter>
  );
}

/** A plain GET form, whose response the browser downloads, with scripts and without. */
function DownloadForm({ orderId }: { orderId: string }) {
  const t = useT();
  const locale = useLocale();
  const path = `/dashboard/orders/${encodeURIComponent(orderId)}/download`;
  return (
    <form id={DOWNLOAD_FORM} method="get" action={localePath(locale, path)}>
      <ImageChoice />
      <p className="mt-3 text-sm text-muted">{t("order.zip_hint")}</p>
    </form>
  );
}
