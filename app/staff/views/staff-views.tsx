import { useRouteLoaderData } from "react-router";
import { deleteView, listViews, renameView, saveView } from "#app/api-client/staff/views.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { preserveInputOf } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { ifOffered } from "#app/staff/if-offered.server.ts";
import type { listNavigation } from "#app/staff/navigation.ts";
import { NotOffered } from "#app/staff/not-offered.tsx";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { normalizeViewQuery, VIEW_LIST_PATTERN } from "#domain/saved-views.ts";
import type { Route } from "./+types/staff-views";
import { deleteViewForm, renameViewForm, saveViewForm } from "./staff-views.server.ts";

const PATH = "/staff/views";

/** With `?id=` one of the person's views, with `?list=&query=` a new one; otherwise all of them. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "overview");
  const search = getUrl(context).searchParams;
  const views = await ifOffered(listViews(getApi(context)));
  const list = search.get("list") ?? "";
  const query = normalizeViewQuery(search.get("query") ?? "");
  return {
    views,
    edited: views?.find(({ id }) => id === search.get("id")) ?? null,
    unsaved: VIEW_LIST_PATTERN.test(list) && query !== "" ? { list, query } : null,
    form: await saveViewForm.load(context),
    deleteForm: await deleteViewForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "overview");
  const search = getUrl(context).searchParams;
  const id = search.get("id");
  const done = (path: string, key: string) => redirectTo(context, path, { kind: "success", key });
  const list = search.get("list") ?? "";
  const back = VIEW_LIST_PATTERN.test(list) ? list : PATH;
  if (id !== null && search.has("delete")) {
    return deleteViewForm.handle({ request, context }, async (_value, api) => {
      await deleteView(api, id);
      return done(back, "staff_groups.deleted");
    });
  }
  const from = `?${normalizeViewQuery(search.get("query") ?? "")}`;
  if (id !== null) {
    return renameViewForm.handle({ request, context }, async ({ name }, api) => {
      await renameView(api, id, name);
      return done(`${back}${from}`, "staff_views.saved");
    });
  }
  return saveViewForm.handle({ request, context }, async (view, api) => {
    await saveView(api, view);
    return done(`${view.list}?${view.query}`, "staff_views.saved");
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  const isDelete = new URL(args.request.url).searchParams.has("delete");
  return preserveInputOf(isDelete ? "delete-view" : "view", args);
}

/** The person's saved views: save, rename and delete (design §4). */
export default function StaffViews({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { views, edited, unsaved, form, deleteForm } = loaderData;
  const nameOf = useListNames();
  if (views === null) return <NotOffered title={t("staff_views.title")} />;
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
      <h3 id="view-form" className="mb-4 text-xl">
        {t(edited ? "staff_views.change" : "staff_views.save")}
      </h3>
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
    <BoundForm of={form} action={`${props.path}&delete=1`} summary={[]} className="mt-4">
      <SubmitButton kind="secondary">{t("staff_groups.delete")}</SubmitButton>
    </BoundForm>
  );
}
