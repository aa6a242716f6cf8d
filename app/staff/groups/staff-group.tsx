import { data } from "react-router";
import {
  deleteGroup,
  listStaffGroups,
  type StaffGroupView,
} from "#app/api-client/staff/groups.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { requireStaff, toNotFound } from "#app/middleware/guards.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { isRecordDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { redirectWithReason } from "#app/staff/redirect-with-reason.server.ts";
import { revalidateUnlessDeleted } from "#app/staff/revalidate-posted.ts";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { localize } from "#domain/localized-texts.ts";
import type { GroupKind } from "#domain/product-groups.ts";
import { PRODUCT_UPLOAD_MB_MAX } from "#domain/products.ts";
import type { Route } from "./+types/staff-group";
import { DeleteGroup, GroupForm } from "./group-forms.tsx";
import {
  deleteForm,
  type FailedGroupForm,
  groupForm,
  handleGroupForm,
  readKind,
} from "./staff-group.server.ts";

/** The id "create" stands for a record that does not exist yet. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireStaff(context, "catalogue");
  const kind = requireKind(params.kind);
  const groups = await listStaffGroups(getApi(context), kind);
  const group = groups.find(({ id }) => id === params.id) ?? null;
  if (!group && params.id !== "create" && !isRecordDeleted(context)) throw toNotFound(context);
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

/** A new category or style is placed last. */
function toBlank(groups: readonly StaffGroupView[]): StaffGroupView {
  const position = Math.max(0, ...groups.map((one) => one.position)) + 1;
  const none = { id: "create", version: 1, slug: "", names: {}, picture: null, pictureUrl: null };
  return { ...none, position, productsCount: 0 };
}

export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "catalogue");
  const { id } = args.params;
  const kind = requireKind(args.params.kind);
  return dispatchForms(args.context, {
    group: () => handleGroupForm(args, { kind, id: id === "create" ? null : id }),
    delete: () => remove(args, { kind, id }),
  });
}

function remove(args: FormArgs, group: { kind: GroupKind; id: string }) {
  const list = staffPath("groups", group.kind);
  return deleteForm.handle(
    args,
    async (value, api) => {
      await deleteGroup(api, group, value.move_to);
      const toast = { kind: "success", key: "staff_groups.deleted" } as const;
      return redirectTo(args.context, list, toast);
    },
    { group_not_found: redirectWithReason(args.context, list) },
  );
}

export const clientAction = preserveInputOfNamed("group", { media: PRODUCT_UPLOAD_MB_MAX });
export const shouldRevalidate = revalidateUnlessDeleted;

/** One category or style: its names, position and image, and its deletion. */
export default function StaffGroup({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { kind, group, others } = loaderData;
  const failed: FailedGroupForm | undefined = useThroughLinks(actionData);
  const isNew = loaderData.isNew || failed?.isGone === true;
  const nameOf = (one: { names: Record<string, string>; slug: string }) =>
    localize(one.names, locale) || one.slug;
  const title = isNew ? t(`staff_groups.create_${kind}`) : nameOf(group);
  const path = staffPath(`groups/${kind}`, isNew ? "create" : group.id);
  return (
    <article className="max-w-3xl">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to={staffPath("groups", kind)}>{t(`staff_groups.${kind}`)}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl wrap-anywhere">
        <bdi>{title}</bdi>
      </h1>
      <GroupForm
        key={group.id}
        path={path}
        loaded={loaderData.form}
        failed={failed}
        group={group}
        hasPicture={kind === "styles"}
      />
      {isNew ? null : (
        <DeleteGroup
          key={`delete ${group.id}`}
          path={path}
          loaded={loaderData.deleteForm}
          failed={failed}
          count={group.productsCount}
          others={others.map((one) => ({ id: one.id, title: nameOf(one) }))}
        />
      )}
    </article>
  );
}
