import { useT } from "#app/i18n/i18n.tsx";

const LOOKS: Record<string, string> = {
  success: "text-positive",
  succeeded: "text-positive",
  won: "text-positive",
  failed: "text-negative",
  lost: "text-negative",
  pending: "text-warning",
  unknown: "text-warning",
  open: "text-warning",
  waiting: "text-warning",
};

/** Where the texts of a state are, the first that there is. */
const PREFIXES = ["staff_orders.state", "status", "documents"];

/** A state of an order, deposit, refund, dispute, mail or document, in words; a server's own as it is. */
export function StateText({ state }: { state: string }) {
  const t = useT();
  const key = PREFIXES.map((prefix) => `${prefix}.${state}`).find((one) => t(one) !== one);
  return (
    <span className={LOOKS[state] ?? ""}>{key === undefined ? <bdi>{state}</bdi> : t(key)}</span>
  );
}
