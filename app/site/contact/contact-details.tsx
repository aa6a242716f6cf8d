import { useT } from "#app/i18n/i18n.tsx";
import { Address } from "#app/ui/address.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";

/** How to reach the company without a form: the details in the settings. */
export function ContactDetails() {
  const t = useT();
  const { settings } = useLayoutData();
  const { supportEmail: email, companyPhone: phone, companyAddress: address } = settings;
  return (
    <dl className="space-y-4">
      {email ? (
        <div>
          <dt className="eyebrow">{t("deposit.email")}</dt>
          <dd>
            <a
              className="link inline-flex min-h-11 items-center wrap-anywhere"
              href={`mailto:${email}`}
            >
              {email}
            </a>
          </dd>
        </div>
      ) : null}
      {phone ? (
        <div>
          <dt className="eyebrow">{t("deposit.phone")}</dt>
          <dd>
            <a
              className="link inline-flex min-h-11 items-center"
              dir="ltr"
              href={`tel:${phone.replace(/[^+\d]/g, "")}`}
            >
              {phone}
            </a>
          </dd>
        </div>
      ) : null}
      {address ? (
        <div>
          <dt className="eyebrow">{t("deposit.address")}</dt>
          <dd className="mt-2 text-balance">
            <Address text={address} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
