import { type FormEvent, useEffect, useState } from "react";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { buttonClass } from "#app/ui/base/button.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { NEWSLETTER_MESSAGE_MS } from "#domain/newsletter.ts";

/** `isInvalid`: the address is the problem. */
export type NewsletterResult = { isOk?: boolean; isInvalid?: boolean; text: string };

/**
 * Newsletter subscription (spec §2 Footer): a plain form that returns to the page with a toast.
 * With scripts the result appears below the field; the code to submit it is fetched on first use.
 */
export function NewsletterBox() {
  const t = useT();
  const locale = useLocale();
  const { toast } = useLayoutData();
  const typed = toast?.newsletter;
  const [result, setResult] = useState<NewsletterResult | null>(
    toast && typed !== undefined ? toast : null,
  );
  // Each result has its own 2 s (spec §4, §9), including that of a form sent without scripts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again for each result
  useEffect(() => {
    const timer = setTimeout(() => setResult(null), NEWSLETTER_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    event.preventDefault();
    const fail = () => setResult({ text: t("errors.newsletter_failed") });
    import("./submit-in-background.ts").then(
      ({ sendForm }) => sendForm(form, setResult, fail),
      fail,
    );
  };
  return (
    <form
      id="newsletter"
      className="newsletter"
      method="post"
      action={localePath(locale, "/newsletter")}
      onSubmit={send}
      noValidate
    >
      <label htmlFor="newsletter-email" className="eyebrow">
        {t("newsletter.email")}
      </label>
      <div>
        <input
          id="newsletter-email"
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={typed}
          placeholder={t("newsletter.example")}
          aria-invalid={result?.isInvalid || undefined}
          aria-describedby="newsletter-result"
          className="input"
        />
        <button type="submit" className={buttonClass()}>
          {t("newsletter.submit")}
        </button>
      </div>
      <p
        id="newsletter-result"
        // The toast announces an invalid address: not twice.
        role={result?.isInvalid ? undefined : "status"}
        className={result?.isOk ? "text-positive" : "text-negative"}
      >
        {result?.text}
      </p>
    </form>
  );
}
