import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { KeptElement } from "#app/framework/kept-markup.tsx";
import { ServerMarkup } from "#app/framework/server-markup.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { switchLocale } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { CookieSettingsLink, toCookieSettings } from "#app/site/cookies/settings-link.tsx";
import { NewsletterBox } from "#app/site/newsletter/newsletter-box.tsx";
import { Address } from "#app/ui/address.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { LanguageItems } from "./language-switcher.tsx";
import { PaymentLogos } from "./payment-logos.tsx";

const LINK = "footer-link";

/** Newsletter, navigation, social links and payment methods (spec §2 Footer). */
export function Footer() {
  const t = useT();
  return (
    <footer className="footer">
      <div className="page">
        <div className="footer-letter">
          <div>
            <h2>{t("newsletter.title")}</h2>
            <p>{t("newsletter.lead")}</p>
          </div>
          <NewsletterBox />
        </div>
      </div>
      <StaticFooter />
    </footer>
  );
}

const STATIC_FOOTER_ID = "footer-rest";

/**
 * The static part of the footer. A browser keeps the server's markup without the code that rendered
 * it (`TRIMS.serverMarkup`); only the links that depend on the page are updated.
 */
function StaticFooter() {
  if (!import.meta.env.SSR && import.meta.env.HAS_SERVER_MARKUP) return <AdoptedFooter />;
  return (
    <KeptElement tag="div" part="footer" id={STATIC_FOOTER_ID}>
      <StaticFooterContent />
    </KeptElement>
  );
}

function AdoptedFooter() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      `#${STATIC_FOOTER_ID} a[hreflang]`,
    )) {
      link.href = switchLocale(pathname, search, link.hreflang);
    }
    const settings = document.querySelector<HTMLAnchorElement>(
      `#${STATIC_FOOTER_ID} a[rel="nofollow"]`,
    );
    if (settings) settings.href = toCookieSettings(search);
  }, [pathname, search]);
  return <ServerMarkup id={STATIC_FOOTER_ID} />;
}

export function StaticFooterContent() {
  const t = useT();
  const { settings, staticPages } = useLayoutData();
  const explore: FooterLink[] = [
    { to: "/products", title: t("footer.allPrompts") },
    { to: "/products?sort=best_selling", title: t("footer.bestSelling") },
    { to: "/sell-your-designs", title: t("sell.title") },
    { to: "/about-us", title: t("about.title") },
    { to: "/contact-us", title: t("contact.title") },
    { to: "/withdraw-from-contract", title: t("withdrawal.link") },
  ];
  if (settings.hasNotices) explore.push({ to: "/report-content", title: t("notice.title") });
  return (
    <div className="page">
      <div className="footer-columns">
        <Company />
        <LinkList title={t("footer.explore")} links={explore} className="footer-links" />
        <div>
          {staticPages.length > 0 ? (
            <LinkList
              title={t("footer.pages")}
              links={staticPages.map(({ slug, title, titleLanguage }) => {
                return { to: `/page/${slug}`, title, titleLanguage };
              })}
              className="footer-links sm:grid-cols-2"
            />
          ) : null}
          <FooterNav title={t("shell.language")}>
            <ul className="flex flex-wrap gap-x-6">
              <LanguageItems className={LINK} />
            </ul>
          </FooterNav>
        </div>
      </div>
      <div className="footer-end">
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
    </div>
  );
}

function Company() {
  const t = useT();
  const { settings } = useLayoutData();
  const email = settings.supportEmail;
  return (
    <div>
      <p className="font-display text-2xl">{settings.companyName}</p>
      <address>
        {settings.companyAddress ? (
          <p>
            <Address text={settings.companyAddress} />
          </p>
        ) : null}
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
    <ul className="socials">
      {socialLinks.map(({ url, title, image }) => (
        <li key={url}>
          <a href={url} rel="me noopener" aria-label={title}>
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

type FooterLink = { to: string; title: string; titleLanguage?: string };

function LinkList(props: { title: string; links: FooterLink[]; className?: string }) {
  return (
    <FooterNav title={props.title}>
      <ul className={props.className}>
        {props.links.map(({ to, title, titleLanguage }) => (
          <li key={to}>
            <Link to={to} className={LINK}>
              <TextIn language={titleLanguage}>{title}</TextIn>
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
