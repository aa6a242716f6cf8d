import type { SuspenseView } from "#app/api-client/staff/deposits.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { toDecimal } from "#domain/money.ts";

/** Ends the review of a deposit, with a note; the shop keeps the part of it that is in suspense. */
export function DepositDialog(props: {
  deposit: SuspenseView["deposits"][number] & { heldCents: number };
  closeTo: string;
  resolve: LoadedForm<"note" | "review" | "held">;
  failed: FailedForm | undefined;
}) {
  const { deposit, closeTo, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(props.resolve, failed);
  const { id, review, heldCents } = deposit;
  const seen = (name: string, current: string) =>
    seenOf(props.resolve, form.failed, { name, current });
  return (
    <Dialog title={t("staff_deposits.dealt_with")} closeTo={closeTo} width="552px">
      <BoundForm
        of={form}
        action={`/staff/suspense?deposit=${encodeURIComponent(id)}&form=${props.resolve.id}`}
        summary={["note"]}
        className="space-y-5"
        lead={
          <>
            <dl className="mb-6 border-t border-line text-sm">
              <Fact name={t("documents.deposit")}>
                <Link to={staffPath("deposits", id)} className="link">
                  #{id}
                </Link>
              </Fact>
              <Fact name={t("staff_orders.reason")}>
                <bdi>{review}</bdi>
              </Fact>
              {heldCents !== 0 ? (
                <Fact name={t("staff_orders.account.suspense")} keepsWords>
                  {format.credits(heldCents)}
                </Fact>
              ) : null}
            </dl>
            {heldCents > 0 ? (
              <p className="mb-5 text-warning">
                {t("staff_deposits.keeps_rest", { credits: format.credits(heldCents) })}
              </p>
            ) : null}
          </>
        }
      >
        <input type="hidden" name="review" value={seen("review", review)} />
        <input type="hidden" name="held" value={seen("held", toDecimal(heldCents))} />
        <TextArea meta={form.fields.note} label={t("staff_deposits.what_was_done")} rows={2} />
        <SubmitButton>{t("staff_payouts.save")}</SubmitButton>
      </BoundForm>
    </Dialog>
  );
}
