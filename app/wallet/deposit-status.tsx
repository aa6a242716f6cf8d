import { useT } from "#app/i18n/i18n.tsx";
import { hasText } from "#app/i18n/translate.ts";
import { depositStatusColour, type StatusColour } from "#domain/deposits.ts";

const LOOKS: Record<StatusColour, string> = {
  green: "text-positive",
  orange: "text-warning",
  red: "text-negative",
  grey: "text-muted",
};

/** A status in its colour of spec §4, and always in words: colour alone is not accessible. */
export function StatusBadge({ status }: { status: string }) {
  const t = useT();
  const key = `status.${status.toLowerCase()}`;
  return (
    <span
      className={`inline-flex items-center gap-2 text-start text-sm font-medium ${LOOKS[depositStatusColour(status)]}`}
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {hasText(t, key) ? t(key) : status}
    </span>
  );
}
