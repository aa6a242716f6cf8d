import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { formatDateTime } from "#domain/dates.ts";

/**
 * Shown on every screen while a staff member views the shop as a user: the user, the end of the
 * view, and the button to leave.
 */
export function PersonViewBar({ email, until }: { email: string; until: string }) {
  const t = useT();
  return (
    <aside
      aria-label={t("person_view.title")}
      // Above the cookie notice; its shadow fills the rest of the notice's space.
      className="sticky bottom-(--notice,0rem) z-10 border-t-4 border-accent bg-surface shadow-[0_1.5rem_0_var(--color-surface)]"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
          {t("person_view.bar", { email, time: `${formatDateTime(until)} UTC` })}
        </p>
        <Form method="post" action="/view" reloadDocument>
          <Button type="submit">{t("person_view.end")}</Button>
        </Form>
      </div>
    </aside>
  );
}
