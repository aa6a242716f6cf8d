import type { ReactNode } from "react";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { ShortcutList } from "#app/staff/shortcuts/shortcut-list.tsx";
import { useShortcuts } from "#app/staff/shortcuts/use-shortcuts.ts";

/**
 * Approves a colleague's request, if `mayApprove`, or rejects it. Shortcuts focus the two buttons;
 * money only moves when one is pressed.
 */
export function ApprovalForm(props: {
  action: string;
  loaded: LoadedForm<"decision">;
  failed: FailedForm | undefined;
  mayApprove: boolean;
  /** Sent as hidden fields. */
  children?: ReactNode;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  useShortcuts();
  const approve = props.mayApprove ? [{ key: "a", text: t("staff_keys.approve") }] : [];
  return (
    <>
      <BoundForm
        of={form}
        action={props.action}
        summary={["decision"]}
        className="flex flex-wrap gap-3"
      >
        {props.children}
        {props.mayApprove ? (
          <span data-shortcut="a">
            <SubmitButton name="decision" value="approve">
              {t("staff.approve")}
            </SubmitButton>
          </span>
        ) : null}
        <span data-shortcut="d">
          <SubmitButton name="decision" value="reject" kind="secondary">
            {t("staff.reject")}
          </SubmitButton>
        </span>
      </BoundForm>
      <ShortcutList keys={[...approve, { key: "d", text: t("staff_keys.decline") }]} />
    </>
  );
}
