import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { readUnreadCode, UNREAD_FORMS, type UnreadCode } from "#domain/unread-forms.ts";
import { ButtonLink, buttonClass } from "./button.tsx";
import { LineDrawing } from "./icon.tsx";
import { PageHead } from "./page-head.tsx";

const KNOWN = new Set([400, 403, 404, 410, 419, 429, 502, 503]);

/** Any error, inside header and footer: what happened, what to do, and a reference for support. */
export function ErrorPage({ error }: { error: unknown }) {
  const { kind, reference, unread } = describeError(error);
  if (kind === UNREACHABLE) return <Unreachable />;
  return (
    <Message kind={kind} reference={reference}>
      {unread ? UNREAD_FORMS[unread] : undefined}
    </Message>
  );
}

/** There was no response, so neither a page nor a status. */
const UNREACHABLE = "offline";

/** With scripts, forms stay on the page and show the same message themselves. */
export const textKeyOf = (kind: string) =>
  Object.hasOwn(UNREAD_FORMS, kind) ? `errors.${kind}` : `error.${kind}.text`;

type Described = { kind: string; reference: string | null; unread: UnreadCode | null };

/**
 * An error's kind, with the texts `error.<kind>.title` and `textKeyOf`, and its reference in the
 * log; `unread` for a form that was not read, to which its sender should go back.
 */
export function describeError(error: unknown): Described {
  const unread = readUnreadCode(error);
  if (unread) return { kind: unread, reference: null, unread };
  if (isUnreachable(error)) return { kind: UNREACHABLE, reference: null, unread };
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const kind = KNOWN.has(status) ? String(status) : status >= 400 && status < 500 ? "400" : "500";
  const reference =
    isRouteErrorResponse(error) && typeof error.data?.reference === "string"
      ? error.data.reference
      : null;
  return { kind, reference, unread };
}

/** Error messages of `fetch` while offline: Chromium, Firefox and Safari. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}

/** Shown if the page could not be requested: nothing is known except its URL. */
function Unreachable() {
  const t = useT();
  return <RetryPage title={t("error.offline.title")} text={t("error.offline.text")} />;
}

/** The error, and a document link to the same URL. */
export function RetryPage({ title, text }: { title: string; text?: string }) {
  return (
    <div className="page-narrow py-16 text-center text-balance md:py-24">
      <PageHead title={title} isPrivate scripts="touch" />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {text ? <p className="mt-5 text-muted">{text}</p> : null}
      <p className="mt-9">
        <RetryLink />
      </p>
    </div>
  );
}

/** A native link, which loads a new document, whatever failed in this one. */
function RetryLink() {
  const t = useT();
  const { pathname, search } = useLocation();
  return (
    <a href={pathname + search} className={buttonClass()}>
      {t("dashboard.retry")}
    </a>
  );
}

/** A tilted picture. */
const LOST = "M24 5v4M24 9l-13 9M24 9l15 12M8 17l33 4l-3 21l-33-4zM14 24l20 3l-1 8l-20-3z";

/** The status, or the drawing of a page that does not exist. */
const drawKind = (kind: string) =>
  kind === "404" ? <LineDrawing path={LOST} className="size-16" /> : kind;

/** Temporary errors. */
const TEMPORARY = /429|5../;

/** The message for one status; texts `error.<status>.title` and `.text`. */
export function Message(props: {
  kind: string;
  reference?: string | null;
  /** Shown in the frame instead of the status. */
  children?: ReactNode;
}) {
  const { kind, reference = null, children = drawKind(kind) } = props;
  const t = useT();
  const isTemporary = TEMPORARY.test(kind);
  return (
    <div className="page-narrow py-16 text-center text-balance md:py-24">
      <PageHead title={t(`error.${kind}.title`)} isPrivate scripts="touch" />
      <div className="mx-auto mb-10 grid size-36 place-items-center border border-control p-2">
        <span className="grid size-full place-items-center border border-line font-display text-3xl text-muted">
          {children}
        </span>
      </div>
      <h1 className="text-4xl md:text-5xl">{t(`error.${kind}.title`)}</h1>
      <p className="mt-5 text-muted">{t(textKeyOf(kind))}</p>
      {Object.hasOwn(UNREAD_FORMS, kind) ? (
        <p className="mt-3 text-muted">{t("error.form_back")}</p>
      ) : null}
      {reference ? (
        <p className="mt-3 text-sm text-muted">{t("error.reference", { reference })}</p>
      ) : null}
      <div className="mt-9 flex flex-wrap justify-center gap-3">
        {isTemporary ? <RetryLink /> : null}
        <ButtonLink to="/products" kind={isTemporary ? "secondary" : "primary"}>
          {t("error.toProducts")}
        </ButtonLink>
        <ButtonLink to="/" kind="secondary">
          {t("error.toHome")}
        </ButtonLink>
      </div>
    </div>
  );
}
