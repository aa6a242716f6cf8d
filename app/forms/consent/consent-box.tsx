import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";

/**
 * The checkbox for consent to immediate delivery (Directive 2011/83/EU Art. 16(m)): never checked
 * by default. Its value is the version of the text.
 */
export function ConsentBox(props: {
  version: string;
  /** The version of the text for an order that is held by an undecided withdrawal. */
  isHeld?: boolean;
  /** When the order opens without consent; omitted if the page says it elsewhere. */
  opensOn?: string;
  /** It is bought once a payment has arrived, perhaps days later: that date is unknown. */
  isPaidFirst?: boolean;
  isRequired?: boolean;
  /** Checked by the buyer before the form was shown again. */
  isTicked?: boolean;
}) {
  const { version, isHeld = false, opensOn, isPaidFirst = false } = props;
  const { isRequired = false, isTicked = false } = props;
  const t = useT();
  const dated = opensOn ? t("checkout.without_consent", { date: opensOn }) : null;
  const note = isPaidFirst ? t("checkout.without_consent_later") : dated;
  return (
    <>
      <label className="flex min-h-11 items-start gap-3 py-2 text-start">
        <input
          type="checkbox"
          name="consent"
          value={version}
          required={isRequired}
          defaultChecked={isTicked}
          className="mt-0.5 size-5 flex-none accent-accent"
        />
        <span>{t(isHeld ? "order.consent_held" : "checkout.consent")}</span>
      </label>
      {note === null ? null : <p className="ms-8 mt-1 text-start text-sm text-muted">{note}</p>}
    </>
  );
}

/** Our own pages besides the terms; other servers have different ones. */
const APPLICABLE_SLUGS = ["licence", "refunds"];

/** Links to the texts that the buyer agrees to by buying. */
export function ApplicablePages() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const pages = staticPages.filter(
    ({ kind, slug }) => kind === "terms" || APPLICABLE_SLUGS.includes(slug),
  );
  if (pages.length === 0) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
      <span className="text-muted">{t("checkout.applies")}</span>
      {pages.map(({ slug, title, titleLanguage }) => (
        <Link
          key={slug}
          to={`/page/${slug}`}
          className="link inline-flex min-h-8 items-center hyphens-auto wrap-anywhere"
        >
          <TextIn language={titleLanguage}>{title}</TextIn>
        </Link>
      ))}
    </p>
  );
}
