import type { SuspenseView } from "#app/api-client/staff/deposits.server.ts";
import { StateText } from "#app/staff/state-text.tsx";

/** The subject of a report by the provider's ids: the payment, and its refund or dispute. */
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
