import type { SuspenseView } from "#app/api-client/staff/deposits.server.ts";
import { StateText } from "#app/staff/state-text.tsx";

/** What a report is about, by the provider's names: the payment, and a refund or dispute of it. */
export function ReportReference({ report }: { report: SuspenseView["reports"][number] }) {
  const { provider, reference, subject, subjectReference } = report;
  return (
    <>
      <bdi dir="ltr" className="wrap-anywhere">
        {provider} · {reference ?? "–"}
      </bdi>
      {subject === "payment" ? null : (
        <span className="block text-sm text-muted">
          <StateText state={subject} />
          {subjectReference === null ? null : (
            <bdi dir="ltr" className="block wrap-anywhere">
              {subjectReference}
            </bdi>
          )}
        </span>
      )}
    </>
  );
}
