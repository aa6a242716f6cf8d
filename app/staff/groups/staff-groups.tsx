import { data } from "react-router";
import { listStaffGroups } from "#app/api-client/staff/groups.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { localize } from "#domain/localized-texts.ts";
import { listMissingLocales } from "#domain/products.ts";
import type { Route } from "./+types/staff-groups";
import { readKind } from "./staff-group.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const kind = readKind(params.kind);
  if (!kind) throw data(null, { status: 404 });
  return { kind, groups: await listStaffGroups(getApi(context), kind) };
}

/** All categories, or all styles, in the shop's display order. */
export default function StaffGroups({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { languages } = useLayoutData();
  const { kind, groups } = loaderData;
  const title = t(`staff_groups.${kind}`);
  const codes = languages.map(({ code }) => code);
  return (
    <StaffTable
      title={title}
      path={staffPath("groups", kind)}
      query={{}}
      actions={
        <ButtonLink to={`${staffPath("groups", kind)}/create`}>
          {t(`staff_groups.create_${kind}`)}
        </ButtonLink>
      }
      rows={groups}
      keyOf={({ id }) => id}
      empty={t("staff_groups.empty")}
      columns={[
        {
          title: t("staff_groups.name"),
          render: ({ id, slug, names }) => (
            <Link to={staffPath(`groups/${kind}`, id)} className="link font-medium">
              <bdi>{localize(names, locale) || slug}</bdi>
            </Link>
          ),
        },
        { title: t("staff_products.title"), isNumber: true, render: (one) => one.productsCount },
        {
          title: t("staff_products.texts"),
          keepsWords: true,
          render: ({ names }) => {
            const count = listMissingLocales(names, codes).length;
            return count > 0 ? t("staff_products.missing_count", { count }) : "✓";
          },
        },
        { title: t("staff_groups.position"), isNumber: true, render: (one) => one.position },
      ]}
    />
  );
}
