import { useEffect } from "react";
import { data, Form, useRevalidator } from "react-router";
import {
  cancelGeneration,
  type GenerationView,
  getGeneration,
} from "#app/api-client/generations.server.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { ifFound } from "#app/request/or-rejected.ts";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { DAY_MS, formatDay } from "#domain/dates.ts";
import { GENERATIONS_KEPT_DAYS } from "#domain/generations.ts";
import { toFormattingTag } from "#domain/locales.ts";
import { formatImageFormat, formatImageSize, parseImageSize } from "#domain/purchases.ts";
import type { Route } from "./+types/picture";
import { GENERATIONS_PATH, generationPath, isGenerationId } from "./generation-paths.ts";
import { GenerationState } from "./generation-state.tsx";
import { describeGeneration } from "./generation-status.ts";
import { pollPictureStatus } from "./picture-status.ts";

/** How often the page reloads without scripts. */
const RELOAD_EVERY_SECONDS = 5;

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const api = getApi(context);
  const picture = isGenerationId(id) ? await ifFound(getGeneration(api, id)) : null;
  if (picture) return data({ picture, isOffered: true });
  const features = await orNull(context, "features", getFeatures(api));
  const isOffered = features?.has("generations") ?? true;
  return data({ picture, isOffered }, { status: 404 });
}

/** Cancels it; the page shows the outcome. */
export async function action({ context, params: { id } }: Route.ActionArgs) {
  const isFound =
    isGenerationId(id) && (await ifFound(cancelGeneration(getApi(context), id))) !== null;
  if (isFound) return redirectTo(context, generationPath(id));
  const key = "errors.generation_not_found";
  return redirectTo(context, GENERATIONS_PATH, { kind: "error", key });
}

/** One generated image: its progress, the image, or why there is none. */
export default function PicturePage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { picture, isOffered } = loaderData;
  return (
    <div className="page pt-8 pb-20 md:pt-12">
      <p className="mb-6">
        <Link to={GENERATIONS_PATH} className="link inline-flex min-h-6 items-center gap-1.5">
          <Icon name="left" className="size-4" />
          {t("generate.mine")}
        </Link>
      </p>
      {picture ? (
        <Picture picture={picture} />
      ) : (
        <>
          <PageTitle title={t("generate.mine")} isPrivate />
          <h1 className="mb-8 text-4xl md:text-5xl">{t("generate.mine")}</h1>
          {isOffered ? <NotFound /> : <NotOffered />}
        </>
      )}
    </div>
  );
}

function NotFound() {
  const t = useT();
  return (
    <FailedState message={t("errors.generation_not_found")}>
      <ButtonLink to="/products/generate" kind="secondary" size="small">
        {t("generate.heading")}
      </ButtonLink>
    </FailedState>
  );
}

const TITLES: Record<GenerationView["state"], string> = {
  queued: "generate.queuedTitle",
  running: "generate.runningTitle",
  done: "generate.readyTitle",
  failed: "generate.failedTitle",
  cancelled: "generate.cancelledTitle",
};

/**
 * True if it was generated for an order that has since been refunded: there is nothing to see or to
 * try again.
 */
const isRefunded = ({ state, isAvailable }: GenerationView) => state === "done" && !isAvailable;

function Picture({ picture }: { picture: GenerationView }) {
  const t = useT();
  usePicturePolling(picture);
  const title = t(isRefunded(picture) ? "order.refunded_title" : TITLES[picture.state]);
  return (
    <>
      <PageTitle title={title} isPrivate />
      {picture.isFinal ? null : (
        <noscript>
          <meta httpEquiv="refresh" content={String(RELOAD_EVERY_SECONDS)} />
        </noscript>
      )}
      <div className="grid gap-x-14 gap-y-8 md:grid-cols-2">
        <Frame picture={picture} />
        <div className="md:self-center">
          <div role="status">
            <h1 className="text-4xl md:text-5xl">{title}</h1>
            <Explanation picture={picture} />
          </div>
          <Progress picture={picture} />
          <Facts picture={picture} />
          <Actions picture={picture} />
        </div>
      </div>
    </>
  );
}

/** Revalidates while the image is pending. */
function usePicturePolling({ id, isFinal }: GenerationView): void {
  const { revalidate } = useRevalidator();
  const path = localePath(useLocale(), generationPath(id));
  useEffect(() => {
    if (!isFinal) return pollPictureStatus(path, () => void revalidate());
  }, [isFinal, path, revalidate]);
}

function Frame({ picture }: { picture: GenerationView }) {
  const t = useT();
  const locale = useLocale();
  const size = parseImageSize(picture.size) ?? { widthPx: 1, heightPx: 1 };
  if (picture.isAvailable) {
    return (
      <img
        src={localePath(locale, generationPath(picture.id, "image"))}
        alt={t("generate.pictureAlt")}
        width={size.widthPx}
        height={size.heightPx}
        className="h-auto w-full rounded-card bg-sunken"
      />
    );
  }
  return (
    // An empty picture frame, as on the error pages.
    <div className="aspect-video w-full border border-control p-2 text-muted md:aspect-square md:p-4">
      <div className="grid size-full place-content-center justify-items-center gap-4 border border-line bg-sunken">
        {picture.isFinal ? null : <Spinner />}
        <GenerationState state={picture.state} />
      </div>
    </div>
  );
}

function Explanation({ picture }: { picture: GenerationView }) {
  const t = useT();
  const { number } = useFormat();
  if (picture.state === "done") {
    if (isRefunded(picture)) {
      return <p className="mt-4 text-muted">{t("errors.order_refunded")}</p>;
    }
    const finishedAt = Date.parse(picture.finishedAt ?? picture.createdAt);
    const until = new Date(finishedAt + GENERATIONS_KEPT_DAYS * DAY_MS).toISOString();
    return <p className="mt-4 text-muted">{t("generate.keptUntil", { date: formatDay(until) })}</p>;
  }
  if (picture.state === "cancelled") {
    return <p className="mt-4 text-lg text-muted">{t("generate.free")}</p>;
  }
  return <p className="mt-4 text-lg text-muted">{describeGeneration(t, picture, number)}</p>;
}

/** Not a live region: it changes every few seconds. */
function Progress({ picture }: { picture: GenerationView }) {
  const t = useT();
  const locale = useLocale();
  if (picture.state !== "running" || picture.progress === null) return null;
  const percent = new Intl.NumberFormat(toFormattingTag(locale), { style: "percent" });
  return (
    <div className="mt-5">
      <progress
        value={picture.progress}
        aria-label={t("generate.running")}
        className="block h-1 w-full appearance-none bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <p className="mt-2 text-sm text-muted">
        {t("generate.progress", { percent: percent.format(picture.progress) })}
      </p>
    </div>
  );
}

function Facts({ picture }: { picture: GenerationView }) {
  const t = useT();
  const facts = [
    { name: t("offer.prompt"), value: picture.title, language: picture.titleLanguage },
    { name: t("order.format"), value: formatImageFormat(picture.format), language: undefined },
    { name: t("order.size"), value: formatImageSize(picture.size), language: undefined },
  ];
  return (
    <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {facts.map(({ name, value, language }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <TextIn language={language}>{value}</TextIn>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ picture }: { picture: GenerationView }) {
  const t = useT();
  const locale = useLocale();
  const { promptId, format, size } = picture;
  const choice = new URLSearchParams({ ...(promptId ? { prompt: promptId } : {}), format, size });
  // The model would reject it again, but another prompt may work.
  const isRejected = picture.failure === "generation_rejected";
  const again = isRejected ? "/products/generate" : `/products/generate?${choice}`;
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {picture.isAvailable ? (
        <a
          href={localePath(locale, generationPath(picture.id, "zip"))}
          className={buttonClass({ size: "large" })}
        >
          <Icon name="download" />
          {t("order.download")}
        </a>
      ) : null}
      {isRefunded(picture) ? null : picture.isFinal ? (
        <ButtonLink to={again} size="large" kind={picture.isAvailable ? "secondary" : "primary"}>
          {t(picture.isAvailable || isRejected ? "generate.another" : "generate.again")}
        </ButtonLink>
      ) : (
        <Form method="post">
          <SubmitButton kind="secondary" size="large">
            {t("generate.cancel")}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
