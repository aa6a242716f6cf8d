import { useLocation } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { toRepeatable } from "#app/i18n/paths.ts";
import { Button } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { COOKIE_KINDS, type CookieNotice } from "#domain/cookie-choice.ts";
import { CookieSettingsLink } from "./settings-link.tsx";

/**
 * The cookie notice (spec §2): first in reading order, visually at the bottom of the window. It is
 * not a dialog, is below menus, and app.css keeps focused elements and the page's end clear of it.
 * Its settings are loaded on request: they would be a twentieth of every first page.
 */
export default function CookieBanner({ notice }: { notice: CookieNotice }) {
  const t = useT();
  return (
    <section id="cookies" aria-label={t("cookies.label")} className="cookie-banner">
      <div className="page">
        <p>
          {t("cookies.text")}{" "}
          <Link to="/page/cookies" className="link">
            {t("cookies.more")}
          </Link>
        </p>
        <ConsentForm className="cookie-choices">
          {/* Styled equally: neither choice is made easier. */}
          <Button name="consent" value="essential" kind="secondary">
            {t("cookies.essentials")}
          </Button>
          <Button name="consent" value="all" kind="secondary">
            {t("cookies.all")}
          </Button>
        </ConsentForm>
        {notice.isSettings ? (
          <ConsentForm className="cookie-settings flex w-full flex-wrap items-start gap-x-10 gap-y-3 py-3">
            <Kind name="essential" isFixed isAllowed />
            {COOKIE_KINDS.map((kind) => (
              <Kind key={kind} name={kind} isAllowed={notice.allowed.includes(kind)} />
            ))}
            <Button
              name="consent"
              value="custom"
              kind="secondary"
              className="w-full self-end sm:w-auto"
            >
              {t("cookies.save")}
            </Button>
          </ConsentForm>
        ) : (
          <CookieSettingsLink className="link">{t("cookies.customize")}</CookieSettingsLink>
        )}
      </div>
    </section>
  );
}

/** Two forms, so that Enter in a checkbox saves the selection. Both return to the current page. */
function ConsentForm({ className, children }: { className: string; children: React.ReactNode }) {
  const { pathname, search } = toRepeatable(useLocation());
  const query = new URLSearchParams(search);
  query.delete("cookies");
  return (
    <Form method="post" action="/cookies-consent" preventScrollReset className={className}>
      <input type="hidden" name="back" value={query.size ? `${pathname}?${query}` : pathname} />
      {children}
    </Form>
  );
}

function Kind(props: {
  name: "essential" | (typeof COOKIE_KINDS)[number];
  isAllowed: boolean;
  isFixed?: boolean;
}) {
  const t = useT();
  const { name, isAllowed, isFixed } = props;
  return (
    <label className="flex min-h-11 min-w-0 flex-1 basis-60 items-start gap-3">
      <input
        type="checkbox"
        name="kind"
        value={name}
        defaultChecked={isAllowed}
        disabled={isFixed}
        className="mt-0.5 size-5 flex-none accent-ink"
      />
      <span>
        <span className="block font-medium">{t(`cookies.${name}`)}</span>
        <span className="block text-muted">{t(`cookies.${name}_text`)}</span>
      </span>
    </label>
  );
}
