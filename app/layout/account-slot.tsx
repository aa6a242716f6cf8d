import { useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "#app/ui/base/button.tsx";
import { useLayoutData, useShellMember } from "#app/ui/base/layout-data.ts";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import { Link } from "#app/ui/base/link.tsx";

// What only members see: in the server's HTML, and for browsers a file of its own.
const AccountLinks = lazyPart(
  async () => (await import("#app/layout/lazy/account-menu.tsx")).AccountLinks,
);
const AccountMenu = lazyPart(
  async () => (await import("#app/layout/lazy/account-menu.tsx")).AccountMenu,
);

const CLASSES = { menu: "contents", links: "mt-3 border-t border-line pt-4" };

/**
 * Who is signed in, or the way to do so: on wide screens behind one button, on phones in the menu.
 * With the hearts these are the only parts of a public page that are not the same for everybody; a
 * kept page has them replaced (member-page.server.tsx).
 */
export function AccountSlot({ part }: { part: keyof typeof CLASSES }) {
  const { user } = useShellMember();
  const Part = part === "menu" ? AccountMenu : AccountLinks;
  return (
    <div className={CLASSES[part]}>
      {user ? (
        <Part user={user} />
      ) : (
        <div className="flex gap-2">
          <GuestLinks />
        </div>
      )}
    </div>
  );
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
