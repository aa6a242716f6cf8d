import { type MouseEvent, useState } from "react";
import type { IssueTexts } from "#app/api-client/staff/newsletter.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { StatusFilter } from "#app/staff/status-filter.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { ISSUE_FORM } from "./issue-forms.tsx";
import { isUnsaved } from "./issue-text.ts";

/**
 * The languages of an issue, with a mark on those that have a text; only these if it has been sent.
 * With scripts, a warning is shown before an unsaved text is left.
 */
export function IssueLanguages(props: {
  /** The issue's path, without locale. */
  path: string;
  texts: IssueTexts;
  language: string;
  isSent: boolean;
}) {
  const { path, texts, language, isSent } = props;
  const t = useT();
  const { languages } = useLayoutData();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);

  function onFollow(event: MouseEvent, to: string) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const form = document.getElementById(ISSUE_FORM);
    if (opensElsewhere || !(form instanceof HTMLFormElement)) return;
    if (!isUnsaved(Object.fromEntries(new FormData(form)), texts[language])) return;
    event.preventDefault();
    setLeavingTo(to);
  }

  return (
    <>
      <StatusFilter
        label={t("staff.language")}
        choices={languages
          .filter(({ code }) => !isSent || Object.hasOwn(texts, code))
          .map(({ code, name }) => ({
            to: `${path}?language=${code}`,
            text: `${name ?? code}${Object.hasOwn(texts, code) ? " ✓" : ""}`,
            isCurrent: code === language,
          }))}
        onFollow={onFollow}
      />
      {leavingTo === null ? null : (
        <div role="alert" className="card mb-6 border-s-4 border-s-warning p-5">
          <p>{t("errors.newsletter_unsaved")}</p>
          <Link to={leavingTo} className="link mt-1 inline-flex min-h-11 items-center">
            {t("staff_newsletter.discard")}
          </Link>
        </div>
      )}
    </>
  );
}
