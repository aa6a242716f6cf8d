import type { Language } from "#app/api-client/site.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import type { Translate } from "#app/i18n/translate.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { parseAmount } from "#domain/money.ts";

export type ShownChange = {
  actor: string | null;
  at: string;
  changes: { field: string; before: string; after: string }[];
};

/** Concurrent changes since the form was opened; the typed values are below. */
export function ConflictNote(props: { title: string; changes: readonly ShownChange[] }) {
  const { title, changes } = props;
  const t = useT();
  return (
    <div role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
      <p className="font-medium">{title}</p>
      <ChangeList changes={changes} />
      <p className="mt-3 text-sm text-muted">{t("staff_products.conflict_hint")}</p>
    </div>
  );
}

/** Who changed which values, with the old and new ones. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  const t = useT();
  const format = useFormat();
  const { languages } = useLayoutData();
  const toShown = (field: string, value: string) => {
    const cents = field === "price" ? parseAmount(value) : null;
    return cents === null ? value || "–" : format.credits(cents);
  };
  return (
    <ul className="mt-3 space-y-3">
      {changes.map(({ actor, at, changes: fields }) => (
        <li key={at}>
          <p className="text-sm text-muted">
            <bdi>{actor ?? "–"}</bdi>, <DateTime at={at} />
          </p>
          <dl>
            {fields.map(({ field, before, after }) => (
              <div key={field} className="flex flex-wrap gap-x-2">
                <dt className="font-medium">{nameField(t, languages, field)}:</dt>
                <dd className="wrap-anywhere">
                  {field === "picture" ? null : (
                    <>
                      <del className="text-muted">
                        <bdi>{toShown(field, before)}</bdi>
                      </del>{" "}
                      <ins className="no-underline">
                        <bdi>{toShown(field, after)}</bdi>
                      </ins>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The name of a changed field in the history: "Title (Deutsch)". */
function nameField(t: Translate, languages: readonly Language[], name: string): string {
  const [field = "", part = ""] = name.split(".");
  const language = languages.find(({ code }) => code === part);
  const title = t(`staff_products.field_${field}`);
  return language ? `${title} (${language.name})` : title;
}
