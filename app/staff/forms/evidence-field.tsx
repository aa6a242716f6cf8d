import type { FieldMeta } from "#app/forms/field.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { useT } from "#app/i18n/i18n.tsx";

/** The evidence of what a bank or provider did (I16). */
export function EvidenceField({ meta }: { meta: FieldMeta }) {
  const t = useT();
  return (
    <TextArea
      meta={meta}
      label={t("staff_payouts.evidence")}
      hint={t("staff_payouts.evidence_hint")}
      rows={3}
    />
  );
}
