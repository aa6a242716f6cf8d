import { useT } from "#app/i18n/i18n.tsx";

/** A honeypot field that people neither see nor reach: only bots fill it in. */
export function HoneypotField({ id }: { id: string }) {
  const t = useT();
  return (
    <div className="absolute -start-[200vw] size-px overflow-hidden" aria-hidden="true">
      <label htmlFor={id}>{t("contact.trap")}</label>
      <input id={id} type="text" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
