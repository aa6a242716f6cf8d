import { useT } from "#app/i18n/i18n.tsx";
import { hasText } from "#app/i18n/translate.ts";

const LOOKS: Record<string, string> = {
  success: "text-positive",
  succeeded: "text-positive",
  won: "text-positive",
  failed: "text-negative",
  lost: "text-negative",
  pending: "text-warning",
  unknown: "text-warning",
  open: "text-warning",
  opened: "text-warning",
  waiting: "text-warning",
};

/** Prefixes of a state's text key; the first existing key is used. */
const PREFIXES = ["staff_orders.state", "status", "documents"];

/**
 * The label of an order, deposit, refund, dispute, mail or document's state; another server's state
 * is shown unchanged.
 */
export function StateText({ state }: { state: string }) {
  const t = useT();
  const key = PREFIXES.map((prefix) => `${prefix}.${state}`).find((one) => hasText(t, one));
  return (
    <span className={LOOKS[state] ?? ""}>
      {key === undefined ? <bdi className="wrap-anywhere">{state}</bdi> : t(key)}
    </span>
  );
}
