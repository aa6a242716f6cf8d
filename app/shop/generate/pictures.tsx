import { type GenerationView, listGenerations } from "#app/api-client/generations.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { loadHistoryOrMessage } from "#app/request/load-history.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { HistoryPager } from "#app/ui/pager.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { formatImageFormat } from "#domain/purchases.ts";
import type { Route } from "./+types/pictures";
import { GENERATIONS_PATH, generationPath } from "./generation-paths.ts";
import { GenerationState } from "./generation-state.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const { value: pictures, isOffered } = await loadHistoryOrMessage(
    context,
    GENERATIONS_PATH,
    (cursor) => listGenerations(api, cursor),
    () => "generation_failed",
  );
  return { pictures, isOffered };
}

/** All images that the member generated recently, with their states. */
export default function Pictures({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { pictures, isOffered } = loaderData;
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("generate.mine")} isPrivate />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-4xl md:text-5xl">{t("generate.mine")}</h1>
        {pictures && pictures.items.length > 0 ? (
          <ButtonLink to="/products/generate">{t("generate.heading")}</ButtonLink>
        ) : null}
      </div>
      <div className="mt-10">
        {isOffered ? null : <NotOffered />}
        {pictures === null && isOffered ? (
          <FailedState message={t("generate.mineFailed")}>
            <ButtonLink to={GENERATIONS_PATH} kind="secondary" size="small">
              {t("dashboard.retry")}
            </ButtonLink>
          </FailedState>
        ) : null}
        {pictures?.items.length === 0 ? (
          <EmptyState
            drawing="generate"
            title={t("generate.mineEmpty")}
            text={t("generate.mineEmptyHint")}
          >
            <ButtonLink to="/products/generate">{t("generate.heading")}</ButtonLink>
          </EmptyState>
        ) : null}
        {pictures && pictures.items.length > 0 ? (
          <>
            <ul className="pairs gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-x-6">
              {pictures.items.map((picture) => (
                <li key={picture.id}>
                  <PictureCard picture={picture} />
                </li>
              ))}
            </ul>
            <HistoryPager path={GENERATIONS_PATH} newer={pictures.newer} older={pictures.older} />
          </>
        ) : null}
      </div>
    </div>
  );
}

function PictureCard({ picture }: { picture: GenerationView }) {
  const locale = useLocale();
  return (
    <article className="group relative">
      <div className="grid aspect-square place-items-center overflow-hidden rounded-card bg-sunken">
        {picture.isAvailable ? (
          <img
            src={localePath(locale, generationPath(picture.id, "image"))}
            alt=""
            width={640}
            height={640}
            loading="lazy"
            className="size-full object-cover"
          />
        ) : (
          <GenerationState state={picture.state} />
        )}
      </div>
      <h2 className="mt-3 font-sans font-medium leading-snug">
        {/* The link covers the whole card. */}
        <Link to={generationPath(picture.id)} className="after:absolute after:inset-0">
          <TextIn language={picture.titleLanguage}>{picture.title}</TextIn>
        </Link>
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <DateTime at={picture.createdAt} />
        <span>{formatImageFormat(picture.format)}</span>
      </p>
    </article>
  );
}
