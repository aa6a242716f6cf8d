import type { ReactNode } from "react";
import { controlProps, FieldFrame, type FieldMeta, initialText, useCorrected } from "./field.tsx";

/** A labelled multi-line text; shows the submitted text again after a rejection. */
export function TextArea(props: {
  meta: FieldMeta;
  label: string;
  hint?: ReactNode;
  rows?: number;
  className?: string;
  lang?: string;
  dir?: "ltr" | "rtl" | "auto";
  /** Shown only to be copied, because it can no longer be sent. */
  isReadOnly?: boolean;
}) {
  const { label, hint, rows = 6, className, lang, dir, isReadOnly = false } = props;
  const meta = useCorrected(props.meta);
  return (
    <FieldFrame meta={meta} label={label} hint={hint} className={className}>
      <textarea
        {...controlProps(meta, Boolean(hint))}
        rows={rows}
        lang={lang}
        dir={dir}
        maxLength={meta.maxLength}
        readOnly={isReadOnly}
        defaultValue={initialText(meta)}
        className="input py-3"
      />
    </FieldFrame>
  );
}
