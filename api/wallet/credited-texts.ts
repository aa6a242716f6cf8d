/** The texts and the credits format of a language. */
export type MailTexts = {
  text: (key: string, values?: Record<string, string>) => string;
  formatCredits: (cents: number) => string;
};

/**
 * A mail's paragraphs about incoming credits: the part that paid a debt (`getCredited`), and the
 * rest that is in the balance. `whole` is the text for credits without a debt. In internal cents.
 */
export function listCredited(
  { text, formatCredits }: MailTexts,
  credited: { toDebtCents: number; restCents: number; whole?: string },
): string[] {
  const { toDebtCents, restCents, whole } = credited;
  const of = (key: string, cents: number) => text(key, { credits: formatCredits(cents) });
  if (toDebtCents === 0) return whole !== undefined && restCents > 0 ? [whole] : [];
  return [
    of("payments.to_debt", toDebtCents),
    ...(restCents > 0 ? [of("payments.rest", restCents)] : []),
  ];
}
