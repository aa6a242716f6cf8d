import { useT } from "#app/i18n/i18n.tsx";
import { Dropdown } from "#app/layout/dropdown.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import type { MemberData } from "#app/ui/base/member-data.ts";

type Member = NonNullable<MemberData["user"]>;

/** The signed-in user and their links, behind one button. */
export function AccountMenu({ user }: { user: Member }) {
  const t = useT();
  const label = (
    <>
      <Icon name="user" />
      <span className="sr-only">{t("shell.account")}</span>
      <span className="max-w-40 truncate">{user.name || user.email}</span>
    </>
  );
  return (
    <Dropdown label={label} className="account-menu">
      <AccountLinks user={user} />
    </Dropdown>
  );
}

/** E-mail address and balance, links to the member's screens, and sign-out. */
function AccountLinks({ user }: { user: Member }) {
  const t = useT();
  return (
    <>
      {/* Cut off at its end, in right-to-left text too. */}
      <p dir="ltr" className="truncate px-3 pt-2 text-sm text-muted rtl:text-right">
        {user.email}
      </p>
      <Verification user={user} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 pt-1 pb-3">
        <span className="text-sm text-muted">{t("shell.balance")}</span>
        <span className="font-semibold">
          <Credits cents={user.balanceCents} />
        </span>
      </p>
      <ul className="menu-rule pt-2">
        {[
          ["/dashboard/profile", t("shell.edit_profile")],
          ["/dashboard/deposits/create", t("shell.deposit")],
          ["/dashboard", t("shell.profile")],
          ["/dashboard", t("shell.orders")],
          ["/dashboard/favorite", t("shell.favorites")],
          ["/dashboard/deposits", t("shell.deposits")],
          ["/dashboard/offers", t("shell.offers")],
          ["/dashboard/payments", t("shell.payments")],
        ].map(([to = "", text]) => (
          <li key={text}>
            <Link to={to} className="menu-item">
              {text}
            </Link>
          </li>
        ))}
        {user.staffRole ? (
          <li>
            <Link to="/staff" className="menu-item">
              {t("shell.team")}
            </Link>
          </li>
        ) : null}
        <li className="menu-rule mt-2 pt-2">
          <Form method="post" action="/logout">
            <button type="submit" className="menu-item">
              {t("shell.logout")}
            </button>
          </Form>
        </li>
      </ul>
    </>
  );
}

/** The badge of spec §2 Header, or the link to verification. */
function Verification({ user }: { user: Member }) {
  const t = useT();
  if (user.isVerified) {
    return (
      <p className="flex items-center gap-1.5 px-3 pt-1 text-sm text-positive">
        <Icon name="check" className="size-4" />
        {t("shell.verified")}
      </p>
    );
  }
  return (
    <div className="px-3 pt-1 pb-2">
      {user.isVerifying ? (
        <Link
          to="/dashboard/verification"
          className="link inline-flex min-h-11 items-center text-sm text-warning"
        >
          {t("shell.verifying")}
        </Link>
      ) : (
        <ButtonLink to="/dashboard/verification" kind="secondary" className="mt-2 w-full">
          {t("shell.verify")}
        </ButtonLink>
      )}
    </div>
  );
}
