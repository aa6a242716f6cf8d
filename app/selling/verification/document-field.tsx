import { useEffect, useState } from "react";
import { controlProps, FieldFrame, type FieldMeta } from "#app/forms/field.tsx";
import { FileControl } from "#app/forms/file-control.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { toReference } from "#app/i18n/message-reference.ts";
import { DOCUMENT_ACCEPT, DOCUMENT_BYTES_MAX, DOCUMENT_MB_MAX } from "#domain/verification.ts";
import { DOCUMENT_TOO_LARGE } from "./verification-check.ts";

const DOCUMENT_UNREADABLE = toReference({ code: "document_format_invalid" });

type Chosen = { url: string; error: string | null };

/**
 * One scan: the browser's own file input. If scripts run, the image is shown, and an invalid file
 * gets an error immediately (spec §5). `isAgain`: the form is shown again, and browsers keep no
 * files.
 */
export function DocumentField(props: {
  meta: FieldMeta;
  label: string;
  isAgain: boolean;
  className?: string;
}) {
  const { meta, label, isAgain, className = "" } = props;
  const t = useT();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isNew, setIsNew] = useState(false);
  const { errors: rejected } = meta;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each rejection.
  useEffect(() => setIsNew(false), [rejected]);
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.url) : undefined), [chosen]);

  function choose(file: File | null, isNewChoice: boolean) {
    setIsNew(isNewChoice);
    const error = file && file.size > DOCUMENT_BYTES_MAX ? DOCUMENT_TOO_LARGE : null;
    setChosen(file ? { url: URL.createObjectURL(file), error } : null);
  }

  // A new choice clears the error of the previous one.
  const errors = chosen?.error ? [chosen.error] : isNew ? undefined : rejected;
  // Copied one by one: the form library's metadata is a proxy, which cannot be spread.
  const { id, name, formId, errorId, descriptionId, required } = meta;
  const shown: FieldMeta = { id, name, formId, errorId, descriptionId, required, errors };
  const isToChoose = isAgain && !chosen && !errors;
  const hint = isToChoose
    ? t("verification.choose_again")
    : t("verification.file_hint", { size: DOCUMENT_MB_MAX });
  return (
    <FieldFrame {...{ meta: shown, label, hint, className }} isAlert={isNew}>
      <div className="card overflow-hidden has-aria-invalid:border-negative has-aria-invalid:ring-1 has-aria-invalid:ring-negative">
        <div
          aria-hidden="true"
          className="needs-js relative grid aspect-8/5 place-items-center border-b border-line bg-sunken text-muted"
        >
          {chosen && !chosen.error ? (
            <img
              src={chosen.url}
              alt=""
              // Absolutely positioned: a tall scan must not make its frame taller.
              className="absolute inset-0 size-full object-contain"
              onError={() => setChosen({ ...chosen, error: DOCUMENT_UNREADABLE })}
            />
          ) : (
            <Sheet />
          )}
        </div>
        <div className="p-2">
          <FileControl
            control={controlProps(shown, true)}
            accept={DOCUMENT_ACCEPT}
            button={t("offer.upload")}
            buttonAgain={t("offer.other_file")}
            onChoose={choose}
          />
        </div>
      </div>
    </FieldFrame>
  );
}

/** Placeholder for the image. Not among the icons, which every page loads. */
function Sheet() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 24"
      className="w-16 opacity-60"
      fill="none"
      stroke="currentColor"
    >
      <path d="M1 1h30v22H1zM5 6h8v9H5zM17 7h10M17 11h10M17 15h7M5 19h22" />
    </svg>
  );
}
