import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import type { PurchaseNoteView } from "./purchase-note.server.ts";

/** Shown above the sign-in and registration forms: the product the visitor was about to buy. */
export function PurchaseNote({ note }: { note: PurchaseNoteView }) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-labelledby="buying" className="card mb-8 flex items-center gap-4 p-4">
      <Picture
        picture={note.picture}
        fallbackUrl={note.thumbUrl}
        alt=""
        sizes="80px"
        className="size-20 flex-none rounded-card object-cover"
      />
      <div className="min-w-0">
        <h2 id="buying" className="font-sans text-sm text-muted">
          {t("login.buying")}
        </h2>
        <p className="font-display text-xl">
          <TextIn language={note.titleLanguage}>{note.title}</TextIn>
        </p>
        <p>{format.credits(note.priceCents)}</p>
        <p className="mt-1 text-sm text-muted">{t("login.buying_hint")}</p>
      </div>
    </section>
  );
}
