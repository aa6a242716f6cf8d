import type { ReactNode } from "react";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";

/**
 * Replaces a screen whose mailed link is damaged or used up: says what is wrong with it, what to do
 * instead (`children`, links that look like buttons), and how to contact us. `hasErrors`: a form
 * was rejected because of the link.
 */
export function DeadLink(props: { text: string; hasErrors: boolean; children?: ReactNode }) {
  const { text, hasErrors, children } = props;
  const t = useT();
  const title = t("reset.link_invalid");
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={hasErrors} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      <p role="alert" className="mt-4 mb-8 text-muted">
        {text}
      </p>
      <div className="flex flex-wrap gap-4">
        {children}
        <ContactLink />
      </div>
    </div>
  );
}

/** "Write to us", for a text that refers to it. */
export function ContactLink({ className }: { className?: string }) {
  return (
    <ButtonLink to="/contact-us" kind="secondary" size="large" className={className}>
      {useT()("footer.noEmail")}
    </ButtonLink>
  );
}
