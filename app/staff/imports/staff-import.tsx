import { useEffect } from "react";
import { useRevalidator } from "react-router";
import {
  changeImport,
  getImport,
  type ImportDetailView,
} from "#app/api-client/staff/imports.server.ts";
import { SenderField } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff, toNotFound } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNotFound } from "#app/request/or-rejected.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Button } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import type { Route } from "./+types/staff-import";
import { ImportProblems, ImportSample } from "./import-tables.tsx";
import { importForm } from "./staff-import.server.ts";

const REFRESH_SECONDS = 2;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = await requireStaff(context, "catalogue");
  const found = await orNotFound(context, getImport(getApi(context), params.id));
  return { found, sender: id };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  const path = staffPath("imports", params.id);
  return importForm.handle(
    { request, context },
    async ({ change }, api) => {
      await changeImport(api, params.id, change);
      if (change !== "discard") return redirectTo(context, path);
      const toast = { kind: "success", key: "staff_imports.discarded" } as const;
      return redirectTo(context, "/staff/imports", toast);
    },
    {
      409: () => redirectTo(context, path, { kind: "error", key: "errors.import_changed" }),
      404: () => toNotFound(context, 303),
    },
  );
}

export const shouldRevalidate = revalidatePosted;

/** One import: its progress, its errors, the resulting products, and possible actions. */
export default function StaffImport({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { found, sender } = loaderData;
  const { fileName, status, isUnderway } = found;
  useRefresh(isUnderway);
  return (
    <article>
      <PageTitle title={fileName} isPrivate />
      {isUnderway ? (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
        </noscript>
      ) : null}
      <BackLink to="/staff/imports">{t("staff_imports.title")}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{fileName}</bdi>
      </h1>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <dl className="border-t border-line">
          <Fact name={t("offers.status")}>
            <span role="status">{t(`staff_imports.status_${status}`)}</span>
          </Fact>
          <Fact name={t("staff_imports.rows")}>{found.total ?? "–"}</Fact>
          <Fact name={t("staff_imports.good")}>{found.goodCount}</Fact>
          <Fact name={t("staff_imports.wrong")}>{found.wrongCount}</Fact>
          <Fact name={t("staff_imports.uploaded")}>
            <DateTime at={found.createdAt} />
            {found.actor ? (
              <span className="block text-sm text-muted">
                <bdi>{found.actor}</bdi>
              </span>
            ) : null}
          </Fact>
        </dl>
        <Actions found={found} sender={sender} />
      </div>
      {found.unknownColumns.length > 0 ? (
        <p className="mt-6 text-sm">
          {t("staff_imports.unknown")}{" "}
          <bdi className="font-mono wrap-anywhere">{found.unknownColumns.join(", ")}</bdi>
        </p>
      ) : null}
      <ImportProblems found={found} />
      <ImportSample rows={status === "checked" ? found.sample : []} />
    </article>
  );
}

/** Revalidates the page while a job processes the import; without scripts the document reloads. */
function useRefresh(isUnderway: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isUnderway) return;
    const timer = setInterval(() => void revalidate(), REFRESH_SECONDS * 1_000);
    return () => clearInterval(timer);
  }, [isUnderway, revalidate]);
}

function Actions({ found, sender }: { found: ImportDetailView; sender: string | null }) {
  const t = useT();
  const { id, status, failureKey, goodCount, wrongCount, changedCount, checked, total } = found;
  const button = (change: string, text: string, kind: "primary" | "secondary") => (
    <Button type="submit" name="change" value={change} kind={kind}>
      {text}
    </Button>
  );
  const mayDiscard = ["checking", "checked", "failed", "undone"].includes(status);
  const mayWrite = status === "checked" && goodCount > 0;
  return (
    <section aria-label={t("offers.status")} className="card min-w-0 p-6">
      {status === "checking" ? (
        <p className="mb-4">
          {t("staff_imports.progress", { checked, total: total ?? "…" })}
          <progress
            value={checked}
            max={total ?? undefined}
            aria-label={t("staff_imports.status_checking")}
            className="mt-2 block w-full accent-accent"
          />
        </p>
      ) : null}
      {found.isWaiting ? (
        <p role="status" className="mb-4">
          {t("staff_imports.waiting")}
        </p>
      ) : null}
      {failureKey ? (
        <p role="alert" className="mb-4 text-negative">
          {t(failureKey)}
        </p>
      ) : null}
      {mayWrite && wrongCount > 0 ? (
        <p className="mb-4">{t("staff_imports.write_hint", { count: wrongCount })}</p>
      ) : null}
      {status === "written" ? <p className="mb-4">{t("staff_imports.undo_hint")}</p> : null}
      {status === "written" && changedCount > 0 ? (
        <p className="mb-4 text-negative">
          {t("staff_imports.undo_changed", { count: changedCount })}
        </p>
      ) : null}
      {status === "undone" ? (
        <p className="mb-4">
          {t("staff_imports.undone_hint", {
            deleted: found.deletedCount,
            withdrawn: found.withdrawnCount,
          })}
        </p>
      ) : null}
      <Form method="post" action={staffPath("imports", id)} className="flex flex-wrap gap-3">
        <SenderField sender={sender} />
        {mayWrite
          ? button("write", t("staff_imports.write", { count: goodCount }), "primary")
          : null}
        {status === "written" ? button("undo", t("staff_imports.undo"), "secondary") : null}
        {mayDiscard ? button("discard", t("staff_imports.discard"), "secondary") : null}
      </Form>
    </section>
  );
}
