import { useT } from "#app/i18n/i18n.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";

/** Replaces a screen that needs calls this shop's server does not have. */
export function NotOffered({ title }: { title: string }) {
  const t = useT();
  return (
    <>
      <PageTitle title={title} isPrivate />
      <EmptyState title={title} text={t("staff.not_offered")} />
    </>
  );
}
