import type { ReactNode } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { DialogFoot } from "#app/ui/dialog.tsx";

export const LIST = "/dashboard/offers";

/** The page of one step of an offer, without locale. */
export function toStep(offerId: string, step?: string): string {
  return `${LIST}?offer=${encodeURIComponent(offerId)}${step ? `&step=${step}` : ""}`;
}

/** The ways on from a step, always in sight, as wide as there is room; `note` stands above them. */
export function Buttons({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <DialogFoot>
      {note ? <div className="mb-3">{note}</div> : null}
      <div className="flex flex-wrap gap-3 *:grow *:basis-32">{children}</div>
    </DialogFoot>
  );
}

/** A term and its value on one line. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </div>
  );
}

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

const TONES = {
  neutral: "border-s-control",
  warning: "border-s-warning",
  positive: "border-s-positive",
  negative: "border-s-negative",
} as const;

/** A few words that stand out, with what may be done about them. */
export function Note(props: {
  tone: keyof typeof TONES;
  title?: string;
  role?: "alert" | "status";
  children?: ReactNode;
}) {
  const { tone, title, role, children } = props;
  return (
    <div role={role} className={`border-s-4 bg-sunken p-4 ${TONES[tone]}`}>
      {title ? <p className="font-medium">{title}</p> : null}
      {children ? <div className={title ? "mt-1 text-muted" : ""}>{children}</div> : null}
    </div>
  );
}
