import { data, type RouterContextProvider, redirect } from "react-router";
import {
  deleteGroup,
  listStaffGroups,
  type StaffGroupView,
} from "#app/api-client/staff/groups.server.ts";
import { preserveInputOf } from "#app/forms/preserve-input.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Route } from "./+types/staff-group";
import { DeleteGroup, GroupForm } from "./group-forms.tsx";
import { deleteForm, groupForm, handleGroupForm, readKind } from "./staff-group.server.ts";

/** The id "create" is a new one. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const kind = requireKind(params.kind);
  const groups = await listStaffGroups(getApi(context), kind);
  const group = groups.find(({ id }) => id === params.id) ?? null;
  if (!group && params.id !== "create") throw toNotFound(context);
  const others = groups.filter(({ id }) => id !== params.id);
  return {
    kind,
    group: group ?? toBlank(groups),
    isNew: group === null,
    others: others.map(({ id, names, slug }) => ({ id, names, slug })),
    form: await groupForm.load(context),
    deleteForm: await deleteForm.load(context),
  };
}

function requireKind(text: string) {
  const kind = readKind(text);
  if (!kind) throw data(null, { status: 404 });
  return kind;
}

const toNotFound = (context: Readonly<RouterContextProvider>) =>
  redirect(localePath(getLocale(context), "/404"), 302);

/** A new one is last. */
function toBlank(groups: readonly StaffGroupView[]): StaffGroupView {
  const position = Math.max(0, ...groups.map((one) => one.position)) + 1;
  const none = { id: "create", version: 1, slug: "", names: {}, picture: null, pictureUrl: null };
  return { ...none, position, productsCount: 0 };
}

/** With `?delete=1` deletes it, otherwise saves it. */
export async function action({ request, context, params }: Route.ActionArgs) {
  await requireStaff(context, "catalogue");
  const kind = requireKind(params.kind);
  const list = `/staff/groups/${kind}`;
  const id = params.id === "create" ? null : params.id;
  if (getUrl(context).searchParams.has("delete") && id !== null) {
    return deleteForm.handle({ request, context }, async (value, api) => {
      await deleteGroup(api, { kind, id }, value.move_to);
      return redirectTo(context, list, { kind: "success", key: "staff_groups.deleted" });
    });
  }
  return handleGroupForm({ request, context }, { kind, id });
}

export function clientAction(args: Route.ClientActionArgs) {
  const isDelete = new URL(args.request.url).searchParams.has("delete");
  return preserveInputOf(isDelete ? "delete" : "group", args);
}

/** One category or style: its names, position and image; and how to delete it. */
export default function StaffGroup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { kind, group, isNew, others } = loaderData;
  const nameOf = (one: { names: Record<string, string>; slug: string }) =>
    one.names[locale] ?? one.names[DEFAULT_LOCALE] ?? one.slug;
  const title = isNew ? t(`staff_groups.create_${kind}`) : nameOf(group);
  return (
    <article className="max-w-3xl">
      <PageTitle title={title} hasErrors={Boolean(actionData)} isPrivate />
      <BackLink to={`/staff/groups/${kind}`}>{t(`staff_groups.${kind}`)}</BackLink>
      <h2 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{title}</bdi>
      </h2>
      <GroupForm
        loaded={loaderData.form}
        failed={actionData}
        group={group}
        hasPicture={kind === "styles"}
      />
      {isNew ? null : (
        <DeleteGroup
          path={`/staff/groups/${kind}/${group.id}`}
          loaded={loaderData.deleteForm}
          failed={actionData}
          count={group.productsCount}
          others={others.map((one) => ({ id: one.id, title: nameOf(one) }))}
        />
      )}
    </article>
  );
}
