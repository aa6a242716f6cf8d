import { useRouteLoaderData } from "react-router";
import { deleteView, listViews, renameView, saveView } from "#app/api-client/staff/views.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import type { listNavigation } from "#app/staff/navigation.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { normalizeViewQuery, VIEW_LIST_PATTERN } from "#domain/saved-views.ts";
import type { Route } from "./+types/staff-views";
import { deleteViewForm, renameViewForm, saveViewForm } from "./staff-views.server.ts";

const PATH = "/staff/views";
const SAVED = { kind: "success", key: "staff_views.saved" } as const;

/** With `?id=` one of the person's views, with `?list=&query=` a new one; otherwise all of them. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "overview");
  const search = getUrl(context).searchParams;
  const views = await listViews(getApi(context));
  const list = search.get("list") ?? "";
  const query = normalizeViewQuery(search.get("query") ?? "");
  return {
    views,
    edited: views.find(({ id }) => id === search.get("id")) ?? null,
    unsaved: VIEW_LIST_PATTERN.test(list) && query !== "" ? { list, query } : null,
    form: await saveViewForm.load(context),
    deleteForm: await deleteViewForm.load(context),
  };
}

/** With `?id=` renames or deletes the view with that id, without it saves one. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "overview");
  const id = getUrl(args.context).searchParams.get("id");
  return dispatchForms(args.context, {
    view: () => (id === null ? save(args) : rename(args, id)),
    "delete-view": () => remove(args, id ?? ""),
  });
}

function save(args: FormArgs) {
  return saveViewForm.handle(args, async (view, api) => {
    await saveView(api, view);
    return redirectTo(args.context, `${view.list}?${view.query}`, SAVED);
  });
}

function rename(args: FormArgs, id: string) {
  const { list, query } = readList(args.context);
  return renameViewForm.handle(args, async ({ name }, api) => {
    await renameView(api, id, name);
    return redirectTo(args.context, `${list}?${query}`, SAVED);
  });
}

function remove(args: FormArgs, id: string) {
  const { list } = readList(args.context);
  return deleteViewForm.handle(args, async (_value, api) => {
    await deleteView(api, id);
    return redirectTo(args.context, list, { kind: "success", key: "staff_groups.deleted" });
  });
}

/** The list of a view, as named in the URL; else all views. */
function readList(context: Context) {
  const search = getUrl(context).searchParams;
  const list = search.get("list") ?? "";
  const query = normalizeViewQuery(search.get("query") ?? "");
  return { list: VIEW_LIST_PATTERN.test(list) ? list : PATH, query };
}

export const clientAction = preserveInputOfNamed("view");
export const shouldRevalidate = revalidatePosted;

/** The user's saved views: to be named, renamed and deleted (design §4). */
export default function StaffViews({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { views, edited, unsaved, form, deleteForm } = loaderData;
  const nameOf = useListNames();
  const opened = edited ?? unsaved;
  return (
    <>
      {opened ? (
        <BackLink to={`${opened.list}?${opened.query}`}>{nameOf(opened.list)}</BackLink>
      ) : null}
      <StaffTable
        title={t("staff_views.title")}
        path={PATH}
        query={{}}
        hasErrors={Boolean(actionData)}
        rows={views}
        keyOf={({ id }) => id}
        empty={t("staff_views.empty")}
        emptyHint={t("staff_views.empty_hint")}
        columns={[
          {
            title: t("staff_views.name"),
            render: ({ list, query, name }) => (
              <Link to={`${list}?${query}`} className="link font-medium">
                <bdi>{name}</bdi>
              </Link>
            ),
          },
          { title: t("staff_views.list"), render: ({ list }) => nameOf(list) },
          {
            title: t("staff_views.change"),
            keepsWords: true,
            render: ({ id, name }) => (
              <Link to={`${PATH}?id=${encodeURIComponent(id)}`} className="link">
                {t("staff_views.change")}
                <span className="sr-only"> {name}</span>
              </Link>
            ),
          },
        ]}
      >
        {opened ? (
          <ViewForm
            key={edited?.id ?? ""}
            opened={opened}
            edited={edited}
            loaded={form}
            deleting={deleteForm}
            failed={actionData}
          />
        ) : null}
      </StaffTable>
    </>
  );
}

/** A list's title in the menu; its path if it is not in the menu. */
function useListNames() {
  const t = useT();
  const menu = useRouteLoaderData<{ navigation: ReturnType<typeof listNavigation> }>("staff");
  const entries = menu?.navigation.flatMap((group) => group.entries) ?? [];
  return (list: string) => {
    const entry = entries.find(({ to }) => to === list);
    return entry ? t(entry.text) : list;
  };
}

function ViewForm(props: {
  opened: { list: string; query: string };
  edited: { id: string; name: string } | null;
  loaded: LoadedForm<"name" | "list" | "query">;
  deleting: LoadedForm;
  failed: FailedForm | undefined;
}) {
  const { opened, edited, loaded, deleting, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, { name: edited?.name ?? "" });
  const { list, query } = opened;
  const path = `${PATH}?${new URLSearchParams({ ...(edited ? { id: edited.id } : {}), list, query })}`;
  return (
    <section aria-labelledby="view-form" className="card mt-4 max-w-xl p-6">
      <h2 id="view-form" className="mb-4 text-xl">
        {t(edited ? "staff_views.change" : "staff_views.save")}
      </h2>
      <BoundForm of={form} action={path} summary={["name"]} className="space-y-4">
        {edited ? null : (
          <>
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="query" value={query} />
          </>
        )}
        <Field meta={form.fields.name} label={t("staff_views.name")} autoComplete="off" />
        <SubmitButton>{t("staff_products.save")}</SubmitButton>
      </BoundForm>
      {edited ? <DeleteView path={path} loaded={deleting} failed={failed} /> : null}
    </section>
  );
}

function DeleteView(props: { path: string; loaded: LoadedForm; failed: FailedForm | undefined }) {
  const form = useAppForm(props.loaded, props.failed);
  const t = useT();
  return (
    <BoundForm
      of={form}
      action={`${props.path}&form=${props.loaded.id}`}
      summary={[]}
      className="mt-4"
    >
      <SubmitButton kind="secondary">{t("staff_groups.delete")}</SubmitButton>
    </BoundForm>
  );
}
