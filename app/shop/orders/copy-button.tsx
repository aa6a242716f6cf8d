import { useEffect, useState } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";

const OUTCOME_SHOWN_MS = 3_000;
const TEXTS = { copied: "form.copied", failed: "form.copy_failed" } as const;

/** Copies a text; only rendered if scripts run. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT();
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      // The clipboard is missing on insecure pages.
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("failed");
    }
  }

  return (
    <span className="needs-js inline-flex flex-wrap items-center">
      <Button type="button" kind="secondary" size="small" onClick={copy}>
        <Icon name={outcome === "copied" ? "check" : "copy"} className="size-4" />
        {label}
      </Button>
      <span role="status" className="text-sm text-muted">
        {outcome ? <span className="ms-3">{t(TEXTS[outcome])}</span> : null}
      </span>
    </span>
  );
}
