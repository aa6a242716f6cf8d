import { useT } from "#app/i18n/i18n.tsx";
import { useShell } from "#app/i18n/shell.ts";
import { CookieSettingsLink } from "./cookie-settings-link.tsx";
import { LanguageLinks } from "./language-switcher.tsx";
import { Link } from "./link.tsx";
import { PaymentLogos } from "./payment-logos.tsx";

/** Who we are, where to go, how to pay (spec §2 Footer). */
export function Footer() {
  const t = useT();
  const { settings } = useShell();
  const linkClass = "inline-flex min-h-8 items-center hover:underline underline-offset-4";
  const about = [
    settings.company_reg_number && t("footer.registry", { code: settings.company_reg_number }),
    settings.company_address,
  ].filter(Boolean);
  return (
    <footer className="mt-20 bg-sunken text-sm">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="max-w-sm">
          <p className="font-display text-xl">{settings.company_name}</p>
          <p className="mt-2 text-muted">{t("footer.claim")}</p>
          {about.map((line) => (
            <p key={line} className="mt-1 text-muted">
              {line}
            </p>
          ))}
          {settings.support_email ? (
            <p className="mt-1">
              <a className="link" href={`mailto:${settings.support_email}`}>
                {settings.support_email}
              </a>
            </p>
          ) : null}
          {settings.company_phone ? (
            <p className="mt-1 text-muted">{settings.company_phone}</p>
          ) : null}
        </div>
        <nav aria-label={t("footer.explore")}>
          <p className="eyebrow mb-2">{t("footer.explore")}</p>
          <ul>
            {[
              ["/products", t("footer.allPrompts")],
              ["/products?sort=best_selling", t("footer.bestSelling")],
              ["/dashboard", t("shell.orders")],
            ].map(([to = "", text]) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t("shell.language")}>
          <p className="eyebrow mb-2">{t("shell.language")}</p>
          <LanguageLinks className={linkClass} />
        </nav>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t border-line py-6">
          <p className="text-muted">
            {settings.copyright || `© ${settings.company_name}`}
            {settings.is_sandbox ? ` · ${t("footer.sandbox")}` : null}
          </p>
          <CookieSettingsLink className={linkClass} />
          <div className="ms-auto">
            <PaymentLogos />
          </div>
        </div>
      </div>
    </footer>
  );
}
