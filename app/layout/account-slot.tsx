import { useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "#app/ui/base/button.tsx";
import { useLayoutData, useShellMember } from "#app/ui/base/layout-data.ts";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { WISHLIST_FORM_ID } from "#app/ui/base/wishlist-button.tsx";
import { SENDER_FIELD } from "#domain/unsent-forms.ts";

// Only shown to members: in the server's HTML, and for browsers in a separate file.
const AccountMenu = lazyPart(
  async () => (await import("#app/layout/lazy/account-menu.tsx")).AccountMenu,
);

/**
 * The user's menu and the member to whom the page's hearts belong, or the sign-in link. Besides the
 * hearts this is the only part of a public page that differs between visitors; in a cached page it
 * is replaced (member-page.server.tsx).
 */
export function AccountSlot() {
  const { user } = useShellMember();
  return (
    <div className="account">
      {user ? (
        <>
          <AccountMenu user={user} />
          <HeartsSender id={user.id} />
        </>
      ) : (
        <div className="flex gap-2 max-xl:flex-wrap max-sm:*:grow">
          <GuestLinks />
        </div>
      )}
    </div>
  );
}

/**
 * States the member to whom the page's hearts belong (docs/decisions/0020): there is one form for
 * all of them.
 */
function HeartsSender({ id }: { id: string | null }) {
  if (id === null) return null;
  return <input type="hidden" form={WISHLIST_FORM_ID} name={SENDER_FIELD} value={id} />;
}

function GuestLinks() {
  const t = useT();
  const { settings } = useLayoutData();
  return (
    <>
      <Link to="/login" className={`${buttonClass({ kind: "secondary" })} whitespace-nowrap`}>
        {t("shell.login")}
      </Link>
      {settings.isRegistrationOpen ? (
        <Link to="/register" className={`${buttonClass()} whitespace-nowrap`}>
          {t("shell.register")}
        </Link>
      ) : null}
    </>
  );
}
