import type { ReactNode } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";

/** Approves what a colleague has asked for, where `mayApprove`, or rejects it. */
export function ApprovalForm(props: {
  action: string;
  loaded: LoadedForm<"decision">;
  failed: FailedForm | undefined;
  mayApprove: boolean;
  /** Hidden fields. */
  children?: ReactNode;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  return (
    <BoundForm
      of={form}
      action={props.action}
      summary={["decision"]}
      className="flex flex-wrap gap-3"
    >
      {props.children}
      {props.mayApprove ? (
        <SubmitButton name="decision" value="approve">
          {t("staff.approve")}
        </SubmitButton>
      ) : null}
      <SubmitButton name="decision" value="reject" kind="secondary">
        {t("staff.reject")}
      </SubmitButton>
    </BoundForm>
  );
}
