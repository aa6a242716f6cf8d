import { useT } from "#app/i18n/i18n.tsx";

/** The prompt that came with an offer (`add_text`, spec §3), as it was typed. */
export function OfferPrompt({ text }: { text: string }) {
  const t = useT();
  return (
    <figure className="mt-5">
      <figcaption className="eyebrow mb-1.5">{t("offer.prompt")}</figcaption>
      <blockquote
        dir="auto"
        className="rounded-card bg-sunken p-4 text-sm whitespace-pre-line wrap-anywhere"
      >
        {text}
      </blockquote>
    </figure>
  );
}
