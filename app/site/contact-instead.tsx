import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { ContactDetails } from "./contact/contact-details.tsx";

/**
 * Replaces a form whose call the server lacks, before anybody fills it in: says how to write
 * instead. The server may lack the contact form too.
 */
export function ContactInstead({ title, text }: { title: string; text: string }) {
  const t = useT();
  const { supportEmail, companyAddress } = useLayoutData().settings;
  const isReachable = Boolean(supportEmail || companyAddress);
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      <p className="mt-4 mb-8 text-muted">{text}</p>
      {isReachable ? <ContactDetails /> : null}
      <ButtonLink
        to="/contact-us"
        kind={isReachable ? "secondary" : "primary"}
        className={isReachable ? "mt-8" : undefined}
      >
        {t("contact.title")}
      </ButtonLink>
    </div>
  );
}
