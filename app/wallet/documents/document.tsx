import { data } from "react-router";
import { type DocumentSheetView, getDocument } from "#app/api-client/wallet/documents.server.ts";
import { InvoiceLink } from "#app/forms/invoice-link.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { ifFound } from "#app/request/or-rejected.ts";
import { Button, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { directionOf } from "#domain/locales.ts";
import type { Route } from "./+types/document";
import "./document.css";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context, params }: Route.LoaderArgs) {
  const document = await ifFound(getDocument(getApi(context), params.id));
  // Another user's document is as unknown as one that never existed.
  if (document === null) throw data({ code: "document_not_found" }, { status: 404 });
  return document;
}

/** The print view of a document: in its own language, regardless of the page's. */
export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { id, kind, number, sheet } = loaderData;
  return (
    <div className="page pt-5 md:pt-10">
      <PageTitle title={`${t(`documents.${kind}`)} ${number}`} isPrivate />
      <div className="sheet-actions flex flex-wrap justify-center gap-3">
        <a
          href={localePath(locale, `/dashboard/documents/${encodeURIComponent(id)}/pdf`)}
          className={buttonClass()}
          download
        >
          <Icon name="download" />
          {t("documents.download")}
        </a>
        <span className="needs-js">
          <Button type="button" kind="secondary" onClick={() => window.print()}>
            {t("documents.print")}
          </Button>
        </span>
      </div>
      <Sheet sheet={sheet} />
      <p className="sheet-actions flex justify-center">
        <InvoiceLink />
      </p>
    </div>
  );
}

function Sheet({ sheet }: { sheet: DocumentSheetView }) {
  return (
    <article className="sheet" lang={sheet.locale} dir={directionOf(sheet.locale)}>
      <p className="sheet-issuer">{sheet.issuer.name}</p>
      <h1>{sheet.title}</h1>
      <p className="sheet-muted">{sheet.number}</p>
      {sheet.subtitle ? <p>{sheet.subtitle}</p> : null}
      <div className="sheet-parties">
        {sheet.parties.map(({ label, lines }) => (
          <section key={label}>
            <h2>{label}</h2>
            {lines.map((line) => (
              <p key={line}>
                <bdi>{line}</bdi>
              </p>
            ))}
          </section>
        ))}
      </div>
      <dl className="sheet-facts">
        {sheet.facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="sheet-muted">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Lines sheet={sheet} />
      <dl className="sheet-totals">
        {sheet.totals.map(({ label, value, isTotal }) => (
          <div key={label} className="contents">
            <dt className={isTotal ? "sheet-total" : "sheet-muted"}>{label}</dt>
            <dd className={isTotal ? "sheet-total" : "sheet-muted"}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="sheet-notes">
        {sheet.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {sheet.annex?.map(({ title, blocks }) => (
        <Annex key={title} title={title} blocks={blocks} />
      ))}
      <p className="sheet-foot">
        {[sheet.issuer.name, ...sheet.issuer.lines].map((line, index) => (
          <span key={line}>
            {index > 0 ? " · " : ""}
            <bdi>{line}</bdi>
          </span>
        ))}
      </p>
    </article>
  );
}

type Section = NonNullable<DocumentSheetView["annex"]>[number];

/** The full text of a contract document; in print it starts on a new page. */
function Annex({ title, blocks }: Section) {
  return (
    <section className="sheet-annex">
      <h2>{title}</h2>
      {blocks.map(({ kind, text }, index) => {
        const key = `${index} ${text}`;
        if (kind === "heading") return <h3 key={key}>{text}</h3>;
        return (
          <p key={key} className={kind === "item" ? "sheet-item" : undefined}>
            {text}
          </p>
        );
      })}
    </section>
  );
}

/** The items. On phones their figures are stacked, with labels. */
function Lines({ sheet: { columns, rows } }: { sheet: DocumentSheetView }) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, index) => (
              <td key={columns[index]} data-name={index === 0 ? undefined : columns[index]}>
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
