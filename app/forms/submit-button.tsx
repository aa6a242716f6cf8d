import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";

/**
 * Submits its form. While pending it shows `busy` and ignores further clicks; it keeps the focus,
 * which a disabled button would lose.
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
  const sent = typeof props.name === "string" ? navigation.formData?.get(props.name) : undefined;
  const isMine = isBusy && (props.name === undefined || sent === props.value);
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
