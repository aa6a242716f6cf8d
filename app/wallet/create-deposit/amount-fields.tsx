import { useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { RateText, SeenRate } from "#app/forms/deposit/seen-rate.tsx";
import { Field, type FieldMeta, initialText } from "#app/forms/field.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "#app/ui/base/button.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { listQuickAmounts, previewCredit, toFieldAmount } from "./quick-amounts.ts";

type Limits = { minCents: number; maxCents: number };

/** The amount to pay, with common amounts to pick from, and the credits it buys. */
export function AmountFields({ meta, limits }: { meta: FieldMeta; limits: Limits | null }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const { eurRateBasisPoints } = useLayoutData().settings;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initialText(meta) ?? "");
  const credit = eurRateBasisPoints && previewCredit(typed, limits, eurRateBasisPoints, locale);

  function pick(amount: string) {
    if (input.current) input.current.value = amount;
    setTyped(amount);
  }

  return (
    <div className="card p-5 sm:p-6">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Field
          meta={meta}
          label={t("deposit.amount")}
          hint={
            limits
              ? t("deposit.amount_hint", {
                  min: format.money(limits.minCents),
                  max: format.money(limits.maxCents),
                })
              : undefined
          }
          inputMode="decimal"
          autoComplete="transaction-amount"
          ref={input}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <QuickAmounts amounts={listQuickAmounts(limits)} onPick={pick} />
      </div>
      {eurRateBasisPoints === null ? null : (
        <>
          <SeenRate basisPoints={eurRateBasisPoints} />
          <output htmlFor={meta.id} className="mt-5 block border-t border-line pt-4 text-lg">
            {credit === null ? (
              <span className="text-muted">
                <RateText basisPoints={eurRateBasisPoints} />
              </span>
            ) : (
              t("deposit.credited", { credits: format.credits(credit) })
            )}
          </output>
        </>
      )}
    </div>
  );
}

/** Buttons if scripts run; without them links that open the form with the amount filled in. */
function QuickAmounts(props: { amounts: number[]; onPick(amount: string): void }) {
  const { amounts, onPick } = props;
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const isHydrated = useHydrated();
  if (amounts.length === 0) return null;
  const look = `${buttonClass({ kind: "secondary", size: "normal" })} w-full`;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t("deposit.quick")}</legend>
      <ul className="pairs gap-2 sm:grid-cols-2">
        {amounts.map((cents) => {
          const amount = toFieldAmount(cents, locale);
          const text = format.money(cents);
          return (
            <li key={cents}>
              {isHydrated ? (
                <button type="button" className={look} onClick={() => onPick(amount)}>
                  {text}
                </button>
              ) : (
                <Link to={`/dashboard/deposits/create?amount=${amount}`} className={look}>
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
