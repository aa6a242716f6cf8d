import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";

/**
 * Submits its form. While pending it shows `busy` and ignores further clicks; it keeps the focus,
 * which a disabled button would lose. A button without a name is pending with any form of the page,
 * one with a name only if its own value was sent: the form's schema has it as a field.
 */
export function SubmitButton({
  children,
  onClick,
  busy,
  ...props
}: ComponentProps<typeof Button> & { busy?: string }) {
  const t = useT();
  const navigation = useNavigation();
  const isBusy = navigation.state !== "idle" && navigation.formMethod === "POST";
  const isMine =
    isBusy && (props.name === undefined || navigation.formData?.get(props.name) === props.value);
  return (
    <Button
      type="submit"
      aria-disabled={isBusy || undefined}
      {...props}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isMine ? (busy ?? t("form.submitting")) : children}
    </Button>
  );
}
