import { hasDepositSucceeded } from "#domain/deposits.ts";

/**
 * True for a line that has moved money: a posted one, whatever has happened since, or a completed
 * one.
 */
export function hasMoved(line: { balanceCents: number | null; status: string }): boolean {
  return line.balanceCents !== null || hasDepositSucceeded(line.status);
}
