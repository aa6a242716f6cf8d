import { useT } from "#app/i18n/i18n.tsx";

/**
 * The box by which a buyer agrees that delivery begins at once (Directive 2011/83/EU Art. 16(m)):
 * never ticked beforehand. Its value is the version of the text.
 */
export function ConsentBox(props: {
  version: string;
  isRequired?: boolean;
  /** Ticked by the buyer in the form that is shown again. */
  isTicked?: boolean;
}) {
  const { version, isRequired = false, isTicked = false } = props;
  const t = useT();
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="checkbox"
        name="consent"
        value={version}
        required={isRequired}
        defaultChecked={isTicked}
        className="mt-0.5 size-5 flex-none accent-accent"
      />
      <span>{t("checkout.consent")}</span>
    </label>
  );
}
