import type { ReactNode } from "react";
import { controlProps, FieldErrors, type FieldMeta } from "#app/forms/field.tsx";
import { FileControl } from "#app/forms/file-control.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { PRODUCT_UPLOAD_ACCEPT } from "#domain/products.ts";

/** The current image, if there is one, and a file that replaces it. */
export function ImageField(props: {
  meta: FieldMeta;
  label: string;
  image: ReactNode;
  hint?: string;
  onChoose?: (file: File | null) => void;
  /** Shown below the hint. */
  children?: ReactNode;
}) {
  const { meta, label, image, hint, onChoose = () => {}, children } = props;
  const t = useT();
  return (
    <div>
      <label htmlFor={meta.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {image}
      <FileControl
        control={controlProps(meta, hint !== undefined)}
        accept={PRODUCT_UPLOAD_ACCEPT}
        button={t("offer.upload")}
        buttonAgain={t("offer.other_file")}
        onChoose={onChoose}
      />
      {hint === undefined ? null : (
        <p id={meta.descriptionId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldErrors meta={meta} />
    </div>
  );
}
