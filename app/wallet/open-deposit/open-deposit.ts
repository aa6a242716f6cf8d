/** A pending deposit whose payment page was left, and what its payer can do about it. */
export type OpenDeposit = { id: string; canContinue: boolean; canCancel: boolean };

/** Null if the server offers neither action for the deposit. */
export function toOpenDeposit(
  id: string | null,
  { canContinue, canCancel }: Omit<OpenDeposit, "id">,
): OpenDeposit | null {
  return id !== null && (canContinue || canCancel) ? { id, canContinue, canCancel } : null;
}
