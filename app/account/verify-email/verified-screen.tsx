import { useT } from "#app/i18n/i18n.tsx";
import { buttonClass } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";

type Screen = { isGuest: boolean; nextPath: string };

/**
 * Shown once the address is confirmed; texts `verify_email.<kind>_*`. A guest signs in to continue.
 */
export function VerifiedScreen({ kind, screen }: { kind: "success" | "already"; screen: Screen }) {
  const t = useT();
  const title = t(`verify_email.${kind}_title`);
  return (
    <div role="status" className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      <p className="mt-4 mb-8 text-muted">{t(`verify_email.${kind}_text`)}</p>
      {/* A path that already contains its locale: our own links would add one. */}
      <a href={screen.nextPath} className={`${buttonClass({ size: "large" })} w-full`}>
        {t(screen.isGuest ? "login.submit" : "verify_email.go_on")}
      </a>
    </div>
  );
}
