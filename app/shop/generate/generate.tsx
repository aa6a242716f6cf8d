import type { ReactNode } from "react";
import {
  getOwnedPrompt,
  listOwnedPrompts,
  type OwnedPromptView,
} from "#app/api-client/purchases.server.ts";
import { getFeatures } from "#app/api-client/site.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { loadHistoryOrMessage } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { type Choice, ImageChoice } from "#app/shop/image-options.tsx";
import { toOrderPath } from "#app/shop/order-path.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NotOffered } from "#app/ui/not-offered.tsx";
import { HistoryPager } from "#app/ui/pager.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { isApiId } from "#domain/ids.ts";
import type { Route } from "./+types/generate";
import { GENERATIONS_PATH } from "./generation-paths.ts";
import { putFirst } from "./put-first.ts";
import { GENERATION_PATH, GenerationResult, isUnderway, useGeneration } from "./use-generation.tsx";

const PATH = "/products/generate";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  const api = getApi(context);
  const requestedId = query.get("prompt") ?? "";
  const [{ value: page, isOffered }, chosen, features] = await Promise.all([
    loadHistoryOrMessage(
      context,
      PATH,
      (cursor) => listOwnedPrompts(api, cursor),
      () => "orders_fetch_failed",
    ),
    isApiId(requestedId) ? orNull(context, "owned prompt", getOwnedPrompt(api, requestedId)) : null,
    orNull(context, "features", getFeatures(api)),
  ]);
  return {
    isOffered,
    prompts: page && putFirst(page.items, chosen),
    newer: page?.newer ?? null,
    older: page?.older ?? null,
    hasHistory: features?.has("generations") ?? false,
    chosen: { format: query.get("format"), size: query.get("size") },
  };
}

/** Generate (spec §2): a new image from one of the user's prompts. */
export default function Generate({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { isOffered, prompts, newer, older, chosen, hasHistory } = loaderData;
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("generate.title")} isPrivate />
      <h1 className="text-4xl md:text-5xl">{t("generate.heading")}</h1>
      <p className="mt-4 max-w-prose text-lg text-muted">{t("generate.lead")}</p>
      {hasHistory ? (
        <p className="mt-4">
          <Link to={GENERATIONS_PATH} className="link inline-flex min-h-6 items-center">
            {t("generate.mine")}
          </Link>
        </p>
      ) : null}
      <div className="mt-10">
        {isOffered ? null : <NotOffered />}
        {prompts === null && isOffered ? (
          <FailedState message={t("errors.orders_fetch_failed")}>
            <ButtonLink to={PATH} kind="secondary" size="small">
              {t("dashboard.retry")}
            </ButtonLink>
          </FailedState>
        ) : null}
        {prompts?.length === 0 ? (
          <EmptyState drawing="generate" title={t("generate.empty")} text={t("generate.emptyHint")}>
            <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
          </EmptyState>
        ) : null}
        {prompts && prompts.length > 0 ? (
          <GenerateForm prompts={prompts} chosen={chosen}>
            <HistoryPager path={PATH} newer={newer} older={older} />
          </GenerateForm>
        ) : null}
      </div>
    </div>
  );
}

function GenerateForm(props: {
  prompts: OwnedPromptView[];
  chosen: Choice;
  /** Links to the other prompts. */
  children: ReactNode;
}) {
  const { prompts, chosen, children } = props;
  const t = useT();
  const locale = useLocale();
  const { generation, formProps } = useGeneration();
  const isBusy = isUnderway(generation);
  const action = localePath(locale, GENERATION_PATH);
  return (
    <form
      method="post"
      action={action}
      {...formProps}
      className="grid gap-x-16 gap-y-10 lg:grid-cols-[7fr_5fr]"
    >
      <fieldset className="min-w-0">
        <legend className="mb-4 font-display text-2xl">{t("generate.prompt")}</legend>
        <ul className="-m-1.5 grid gap-4 p-1.5 max-sm:-mx-(--gutter) max-sm:auto-cols-[8.5rem] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-(--gutter) sm:grid-cols-3 xl:grid-cols-4">
          {prompts.map((prompt, index) => (
            <li key={prompt.id} className="relative">
              <PromptTile prompt={prompt} isChosen={index === 0} />
            </li>
          ))}
        </ul>
        {children}
      </fieldset>
      <section aria-labelledby="generate-options" className="lg:sticky lg:top-24 lg:self-start">
        <h2 id="generate-options" className="mb-4 text-2xl">
          {t("generate.options")}
        </h2>
        <ImageChoice chosen={chosen} />
        <Button
          type="submit"
          size="large"
          formAction={action}
          data-generates="true"
          aria-disabled={isBusy || undefined}
          className="mt-5 w-full"
        >
          {isBusy ? t("generate.busyShort") : t("generate.submit")}
        </Button>
        <p className="mt-3 text-sm text-muted">{t("generate.hint")}</p>
        <GenerationResult generation={generation} />
      </section>
    </form>
  );
}

function PromptTile({ prompt, isChosen }: { prompt: OwnedPromptView; isChosen: boolean }) {
  const t = useT();
  const lockedId = prompt.isOpen ? undefined : `locked-${prompt.id}`;
  return (
    <>
      <label className="group block cursor-pointer">
        <span className="block overflow-hidden rounded-card bg-sunken outline-offset-3 group-has-checked:outline-2 group-has-checked:outline-ink">
          {prompt.thumbUrl ? (
            <img
              src={prompt.thumbUrl}
              alt=""
              width={320}
              height={320}
              loading="lazy"
              className="aspect-square w-full object-cover"
            />
          ) : (
            <span className="grid aspect-square place-items-center text-sm text-muted">
              {t("product.noImage")}
            </span>
          )}
        </span>
        <span className="mt-2.5 flex min-h-11 items-start gap-2.5 leading-snug max-sm:text-sm">
          <input
            type="radio"
            name="prompt_id"
            value={prompt.id}
            required
            defaultChecked={isChosen}
            aria-describedby={lockedId}
            className="mt-0.5 size-5 flex-none accent-accent"
          />
          <span className="min-w-0 hyphens-auto">
            <TextIn language={prompt.titleLanguage}>{prompt.title}</TextIn>
          </span>
        </span>
      </label>
      {lockedId ? <Locked id={lockedId} orderId={prompt.orderId} /> : null}
    </>
  );
}

/** Marks a picture as locked; links to its order, which can be unlocked there. */
function Locked({ id, orderId }: { id: string; orderId: string | null }) {
  const t = useT();
  const text = t("order.locked_title");
  const look =
    "absolute inset-x-0 top-0 rounded-t-card bg-surface/90 px-2 py-1 text-center text-sm";
  return orderId === null ? (
    <span id={id} className={look}>
      {text}
    </span>
  ) : (
    <Link
      id={id}
      to={toOrderPath(orderId)}
      className={`link min-h-8 content-center pointer-coarse:min-h-11 ${look}`}
    >
      {text}
    </Link>
  );
}
