import { useEffect, useState } from "react";
import { controlProps, FieldErrors, type FieldMeta } from "#app/forms/field.tsx";
import { FileControl } from "#app/forms/file-control.tsx";
import { fileTooLarge } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { FileMark } from "#app/ui/offer-image.tsx";
import {
  OFFER_UPLOAD_ACCEPT,
  OFFER_UPLOAD_BYTES_MAX,
  OFFER_UPLOAD_MB_MAX,
} from "#domain/offers.ts";

type Chosen = { url: string | null; isTooLarge: boolean };

/**
 * An image input, with a preview if scripts run. A form shown again by the server has lost its
 * file, and says so; one submitted by scripts still has it.
 */
export function ImageUpload(props: {
  meta: FieldMeta;
  label: string;
  button: string;
  wasSent: boolean;
}) {
  const { meta, label, button, wasSent } = props;
  const t = useT();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isNew, setIsNew] = useState(false);
  const { errors: serverErrors } = meta;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each rejection.
  useEffect(() => setIsNew(false), [serverErrors]);
  useEffect(() => {
    const url = chosen?.url;
    return () => {
      if (url) URL.revokeObjectURL(url);
    };
  }, [chosen]);

  // A new choice clears the error of the previous one.
  const tooLarge = chosen?.isTooLarge ? [fileTooLarge(OFFER_UPLOAD_MB_MAX)] : undefined;
  const errors = isNew ? tooLarge : meta.errors;
  // Copied one by one: the form library's metadata is a proxy, which cannot be spread.
  const { id, name, formId, errorId, descriptionId, required } = meta;
  const shown: FieldMeta = { id, name, formId, errorId, descriptionId, required, errors };
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-4">
        {chosen ? <Preview chosen={chosen} /> : null}
        <FileControl
          control={controlProps(shown, true)}
          accept={OFFER_UPLOAD_ACCEPT}
          button={button}
          buttonAgain={t("offer.other_file")}
          onChoose={(file, isNewChoice) => {
            setChosen(file ? readChosen(file) : null);
            setIsNew(isNewChoice);
          }}
        />
      </div>
      <p id={meta.descriptionId} className="mt-2 text-sm text-muted">
        {t("offer.upload_hint", { max: OFFER_UPLOAD_MB_MAX })}
      </p>
      {wasSent && !chosen && !errors ? (
        <p className="mt-1.5 text-sm font-medium text-warning">{t("offer.choose_again")}</p>
      ) : null}
      <FieldErrors meta={shown} isAlert={isNew} />
    </div>
  );
}

function Preview({ chosen }: { chosen: Chosen }) {
  const [isBroken, setIsBroken] = useState(false);
  if (chosen.url === null || isBroken) return <FileMark className="size-28" />;
  return (
    <img
      src={chosen.url}
      alt=""
      onError={() => setIsBroken(true)}
      className="size-28 flex-none rounded-card bg-sunken object-cover"
    />
  );
}

function readChosen(file: File): Chosen {
  return {
    isTooLarge: file.size > OFFER_UPLOAD_BYTES_MAX,
    url: file.type.startsWith("image/") ? URL.createObjectURL(file) : null,
  };
}
