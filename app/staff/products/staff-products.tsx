import {
  changeProducts,
  listStaffProducts,
  undoChanges,
} from "#app/api-client/staff/products.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { isOf } from "#app/forms/seen/seen-state.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import type { TableFilter } from "#app/staff/table/table-form.tsx";
import { readTableQuery, type TableQuery, toTablePath } from "#app/staff/table/table-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { PRODUCT_STATUSES } from "#domain/products.ts";
import type { Route } from "./+types/staff-products";
import { ProductCell, ProductChanges, UndoBar } from "./product-table.tsx";
import {
  changesForm,
  formatVersions,
  LIST_NAMES,
  parseVersions,
  toListQuery,
  undoForm,
} from "./staff-products.server.ts";

const PATH = "/staff/products";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const query = readTableQuery(getUrl(context).searchParams, LIST_NAMES);
  const list = await listStaffProducts(getApi(context), toListQuery(query));
  const undone = parseVersions(getUrl(context).searchParams.get("undo"));
  return {
    query,
    list,
    form: await changesForm.load(context),
    undo: undone.length > 0 ? { versions: formatVersions(undone), count: undone.length } : null,
    undoForm: await undoForm.load(context),
  };
}

/** The list stays at the same place. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "catalogue");
  return dispatchForms(args.context, {
    changes: () => changeTicked(args),
    undo: () => handleUndo(args),
  });
}

export const clientAction = preserveInputOfNamed("changes");
export const shouldRevalidate = revalidatePosted;

/** Applies one change to the selected products. */
function changeTicked(args: FormArgs) {
  return changesForm.handle(args, async ({ change, ...value }, api) => {
    const changes = { ...value, action: change };
    const { changed, incomplete, versions } = await changeProducts(api, changes);
    const isPartial = incomplete.length > 0;
    return redirectTo(args.context, toList(args.context, formatVersions(versions)), {
      kind: isPartial ? "warning" : "success",
      key: isPartial ? "staff_products.changed_some" : "staff_products.changed",
      values: { count: changed, titles: incomplete.slice(0, 3).join(", ").slice(0, 150) },
    });
  });
}

/** Reverts the change in `?undo=`. */
function handleUndo(args: FormArgs) {
  const undone = parseVersions(getUrl(args.context).searchParams.get("undo"));
  return undoForm.handle(args, async (_value, api) => {
    const { skipped } = await undoChanges(api, undone);
    return redirectTo(args.context, toList(args.context), {
      kind: skipped > 0 ? "warning" : "success",
      key: skipped > 0 ? "staff_products.undone_some" : "staff_products.undone",
      values: { count: skipped },
    });
  });
}

/** The path of the requested page of the list; `undo` is the change that can be reverted there. */
function toList(context: Context, undo?: string): string {
  return toListPath(readTableQuery(getUrl(context).searchParams, LIST_NAMES), undo);
}

function toListPath(query: TableQuery, undo?: string): string {
  const { after = null, before = null } = query;
  return toTablePath(PATH, query, { after, before, undo: undo || null });
}

/** All products in any status: to be found, filtered, and changed together (design §4). */
export default function StaffProducts({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const { query, list, form, undo } = loaderData;
  const reply = isOf(failed, form) ? failed.reply : undefined;
  return (
    <div className="group">
      <ProductTable {...{ query, list }} reply={reply} hasErrors={Boolean(failed)} />
      {undo ? (
        <UndoBar
          key={undo.versions}
          count={undo.count}
          action={toTablePath(PATH, query, { undo: undo.versions, form: loaderData.undoForm.id })}
          loaded={loaderData.undoForm}
          failed={failed}
        />
      ) : null}
      {list.products.length > 0 ? (
        <ProductChanges path={toListPath(query, undo?.versions)} loaded={form} failed={failed} />
      ) : null}
    </div>
  );
}

type Loaded = Pick<Route.ComponentProps["loaderData"], "query" | "list">;

/** `reply`: to a change that was rejected; its products stay selected. */
function ProductTable(
  props: Loaded & { reply: FailedForm["reply"] | undefined; hasErrors: boolean },
) {
  const { query, list, reply, hasErrors } = props;
  const t = useT();
  // The library stores a single value as such, several as a list.
  const ticked = [reply?.initialValue?.ids].flat();
  return (
    <StaffTable
      title={t("staff_products.title")}
      path={PATH}
      query={query}
      hasErrors={hasErrors}
      search={t("staff_products.search")}
      filters={useFilters()}
      actions={<ButtonLink to={`${PATH}/create`}>{t("staff_products.create")}</ButtonLink>}
      rows={list.products}
      keyOf={({ id }) => id}
      back={list.previous === null ? null : { before: list.previous }}
      on={list.next === null ? null : { after: list.next }}
      note={list.isLimited ? t("staff_products.search_limited") : undefined}
      empty={t("staff_products.empty")}
      order={{ text: t(`products.sort.${query.q ? "best_match" : "newest"}`) }}
      columns={[
        {
          title: t("offers.name"),
          render: (product) => (
            <ProductCell
              product={product}
              isFirst={product === list.products[0]}
              isTicked={ticked.includes(product.id)}
              isInvalid={reply?.error?.ids !== undefined}
            />
          ),
        },
        {
          title: t("offers.status"),
          keepsWords: true,
          render: ({ status }) => t(`staff_products.status_${status}`),
        },
        {
          title: t("offers.price"),
          sort: "price",
          isNumber: true,
          render: ({ priceCents }) => <Credits cents={priceCents} />,
        },
        {
          title: t("staff_products.sold"),
          sort: "sold",
          isNumber: true,
          render: ({ salesCount }) => salesCount,
        },
      ]}
    />
  );
}

function useFilters(): TableFilter[] {
  const t = useT();
  const { categories, styles, languages } = useLayoutData();
  const toChoices = (groups: typeof categories) =>
    groups.map(({ id, title }) => ({ value: id, text: title }));
  return [
    {
      name: "status",
      label: t("offers.status"),
      choices: PRODUCT_STATUSES.map((value) => ({
        value,
        text: t(`staff_products.status_${value}`),
      })),
    },
    { name: "category", label: t("offer.category"), choices: toChoices(categories) },
    { name: "style", label: t("offer.style"), choices: toChoices(styles) },
    {
      name: "missing",
      label: t("staff_products.missing_in"),
      choices: languages.map(({ code, name }) => ({ value: code, text: name ?? code })),
    },
  ];
}
