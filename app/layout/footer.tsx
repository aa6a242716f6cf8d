import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { KeptElement } from "#app/framework/kept-markup.tsx";
import { ServerMarkup } from "#app/framework/server-markup.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { switchLocale } from "#app/i18n/paths.ts";
import { CookieSettingsLink, toCookieSettings } from "#app/site/cookies/settings-link.tsx";
import { NewsletterBox } from "#app/site/newsletter/newsletter-box.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { LanguageItems } from "./language-switcher.tsx";
import { PaymentLogos } from "./payment-logos.tsx";

const LINK = "footer-link";

/** Newsletter, navigation, social links and payment methods (spec §2 Footer). */
export function Footer() {
  const t = useT();
  return (
    <footer className="mt-20 bg-sunken text-sm">
      <div className="page">
        <div className="grid items-center gap-x-16 gap-y-6 border-b border-line py-12 md:grid-cols-2">
          <div>
            <h2 className="text-3xl">{t("newsletter.title")}</h2>
            <p className="mt-3 max-w-md text-base text-muted">{t("newsletter.lead")}</p>
          </div>
          <NewsletterBox />
        </div>
        <Rest />
      </div>
    </footer>
  );
}

const REST_ID = "footer-rest";

/**
 * The static part of the footer. A browser keeps the server's markup without the code that rendered
 * it (`TRIMS.serverMarkup`); only the links that depend on the page are updated.
 */
function Rest() {
  if (!import.meta.env.SSR && import.meta.env.HAS_SERVER_MARKUP) return <AdoptedRest />;
  return (
    <KeptElement tag="div" part="footer" id={REST_ID}>
      <FooterRest />
    </KeptElement>
  );
}

function AdoptedRest() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(`#${REST_ID} a[hreflang]`)) {
      link.href = switchLocale(pathname, search, link.hreflang);
    }
    const settings = document.querySelector<HTMLAnchorElement>(`#${REST_ID} a[rel="nofollow"]`);
    if (settings) settings.href = toCookieSettings(search);
  }, [pathname, search]);
  return <ServerMarkup id={REST_ID} />;
}

export function FooterRest() {
  const t = useT();
  const { settings, staticPages } = useLayoutData();
  const explore: [string, string][] = [
    ["/products", t("footer.allPrompts")],
    ["/products?sort=best_selling", t("footer.bestSelling")],
    ["/sell-your-designs", t("sell.title")],
    ["/about-us", t("about.title")],
    ["/contact-us", t("contact.title")],
    ["/withdraw-from-contract", t("withdrawal.link")],
  ];
  if (settings.hasNotices) explore.push(["/report-content", t("notice.title")]);
  return (
    <>
      <div className="grid grid-cols-1 gap-x-10 gap-y-12 py-12 sm:grid-cols-2 lg:grid-cols-[5fr_3fr_5fr]">
        <Company />
        <LinkList
          title={t("footer.explore")}
          links={explore}
          className="footer-links grid gap-x-6"
        />
        <div className="space-y-8 sm:max-lg:col-span-2">
          {staticPages.length > 0 ? (
            <LinkList
              title={t("footer.pages")}
              links={staticPages.map(({ slug, title }) => [`/page/${slug}`, title])}
              className="footer-links grid gap-x-6 sm:grid-cols-2"
            />
          ) : null}
          <FooterNav title={t("shell.language")}>
            <ul className="flex flex-wrap gap-x-6">
              <LanguageItems className={LINK} />
            </ul>
          </FooterNav>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line py-6">
        <p className="text-muted">
          {settings.copyright || `© ${settings.companyName}`}
          {settings.isSandbox ? ` · ${t("footer.sandbox")}` : null}
        </p>
        <a href="/licences.txt" className={LINK}>
          {t("footer.licences")}
        </a>
        <CookieSettingsLink className={LINK}>{t("cookies.settings")}</CookieSettingsLink>
        <PaymentLogos />
      </div>
    </>
  );
}

function Company() {
  const t = useT();
  const { settings } = useLayoutData();
  const email = settings.supportEmail;
  return (
    <div>
      <p className="font-display text-2xl">{settings.companyName}</p>
      <address className="mt-3 max-w-72 text-balance wrap-anywhere text-muted not-italic">
        {settings.companyAddress ? <p>{settings.companyAddress}</p> : null}
        {settings.registryCode ? (
          <p>{t("footer.registry", { code: settings.registryCode })}</p>
        ) : null}
        <p>
          {email ? (
            <a className={`${LINK} text-ink`} href={`mailto:${email}`}>
              {email}
            </a>
          ) : (
            <Link className={`${LINK} text-ink`} to="/contact-us">
              {t("footer.noEmail")}
            </Link>
          )}
        </p>
        {settings.companyPhone ? (
          <p>
            <a
              className={`${LINK} text-ink`}
              dir="ltr"
              href={`tel:${settings.companyPhone.replace(/[^+\d]/g, "")}`}
            >
              {settings.companyPhone}
            </a>
          </p>
        ) : null}
      </address>
      <SocialLinks />
    </div>
  );
}

/** Our own icons are drawn in the text colour; anything else is an image, or its name. */
function SocialLinks() {
  const { socialLinks } = useLayoutData();
  if (socialLinks.length === 0) return null;
  return (
    <ul className="-ms-3 mt-4 flex flex-wrap">
      {socialLinks.map(({ url, title, image }) => (
        <li key={url}>
          <a
            href={url}
            rel="me noopener"
            aria-label={title}
            className="grid min-h-11 min-w-11 place-items-center hover:text-accent"
          >
            {image?.includes("#") ? (
              <svg className="size-6" aria-hidden="true">
                <use href={image} />
              </svg>
            ) : image ? (
              <img src={image} alt="" width="24" height="24" loading="lazy" />
            ) : (
              title
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

function LinkList(props: { title: string; links: [string, string][]; className?: string }) {
  return (
    <FooterNav title={props.title}>
      <ul className={props.className}>
        {props.links.map(([to, text]) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </FooterNav>
  );
}

function FooterNav({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <p className="eyebrow mb-2">{title}</p>
      {children}
    </nav>
  );
}
