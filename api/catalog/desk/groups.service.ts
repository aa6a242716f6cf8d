import { isSlug } from "#domain/catalog.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { GroupKind } from "#domain/product-groups.ts";
import { listChangedFields, toSlug } from "#domain/products.ts";
import { recordAction } from "../../audit/audit.service.ts";
import type { SaveGroupBody, StaffGroup, UpdateGroupBody } from "../../contract/staff/groups.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import {
  type DeskGroup,
  deleteGroup,
  forwardSlugs,
  GROUP_SUBJECTS,
  type GroupFields,
  insertGroup,
  isGroupUsed,
  listGroups,
  lockGroup,
  moveProducts,
  updateGroup,
} from "./groups.queries.ts";
import { hasImage } from "./products.queries.ts";

/** Lists all categories or all styles, in their order. */
export async function listGroupsForStaff(sql: Sql, kind: GroupKind): Promise<StaffGroup[]> {
  return (await listGroups(sql, kind)).map(toStaffGroup);
}

/** Adds a category or a style. Throws validation_failed by field. */
export async function createGroup(
  deps: ApiDeps,
  staff: SessionUser,
  kind: GroupKind,
  body: SaveGroupBody,
): Promise<StaffGroup> {
  const fields = await toFields(deps.database, kind, body);
  return inTransaction(deps.database, async (sql) => {
    const id = await insertGroup(sql, kind, fields);
    if (id === null) throw toSlugTaken(kind);
    const subject = { kind: GROUP_SUBJECTS[kind], id };
    const action = `${subject.kind}.create`;
    await recordAction(sql, { actorId: staff.id, action, subject, after: fields });
    return requireGroup(sql, kind, id);
  });
}

/**
 * Updates a category or a style that was read at this version. Throws group_not_found,
 * group_changed when it has been changed since, and validation_failed by field.
 */
export async function saveGroup(
  deps: ApiDeps,
  staff: SessionUser,
  target: { kind: GroupKind; id: number },
  body: UpdateGroupBody,
): Promise<StaffGroup> {
  const { kind, id } = target;
  const fields = await toFields(deps.database, kind, body);
  try {
    return await inTransaction(deps.database, async (sql) => {
      const group = await lockGroup(sql, kind, id);
      if (!group) throw new DomainError("group_not_found");
      if (group.version !== body.version) {
        throw new DomainError("group_changed", { details: { version: group.version } });
      }
      const { id: _id, version: _version, productsCount: _count, ...before } = group;
      const changed = listChangedFields(before, fields);
      if (changed.length > 0) {
        if (changed.includes("slug")) await forwardSlugs(sql, kind, { from: id, to: id });
        await updateGroup(sql, kind, id, fields);
        const subject = { kind: GROUP_SUBJECTS[kind], id };
        const action = `${subject.kind}.update`;
        const only = (all: GroupFields) =>
          Object.fromEntries(changed.map((name) => [name, all[name]]));
        await recordAction(sql, {
          ...{ actorId: staff.id, action, subject },
          before: only(before),
          after: only(fields),
        });
      }
      return requireGroup(sql, kind, id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw toSlugTaken(kind);
    throw error;
  }
}

/**
 * Deletes a category or a style and moves its products and offers to another one, atomically.
 * Throws group_not_found, and validation_failed on `move_to` if there is nothing to move them to.
 */
export async function removeGroup(
  deps: ApiDeps,
  staff: SessionUser,
  target: { kind: GroupKind; id: number },
  moveTo: number | null,
): Promise<void> {
  const { kind, id } = target;
  await inTransaction(deps.database, async (sql) => {
    // In id order, so that two concurrent deletions cannot deadlock.
    const locked = new Map<number, DeskGroup | null>();
    for (const one of [id, ...(moveTo === null ? [] : [moveTo])].sort((a, b) => a - b)) {
      locked.set(one, await lockGroup(sql, kind, one));
    }
    const group = locked.get(id);
    if (!group) throw new DomainError("group_not_found");
    const isElsewhere = moveTo !== null && moveTo !== id && Boolean(locked.get(moveTo));
    if (await isGroupUsed(sql, kind, id)) {
      if (!isElsewhere) throw fieldError("move_to", "choice_required");
      await moveProducts(sql, kind, { from: id, to: moveTo, now: deps.now() });
    }
    if (isElsewhere) await forwardSlugs(sql, kind, { from: id, to: moveTo });
    await deleteGroup(sql, kind, id);
    const subject = { kind: GROUP_SUBJECTS[kind], id };
    const action = `${subject.kind}.delete`;
    await recordAction(sql, {
      ...{ actorId: staff.id, action, subject },
      before: group,
      after: { movedTo: moveTo },
    });
  });
}

const SLUG_TAKEN = { categories: "category_slug_taken", styles: "style_slug_taken" } as const;

const toSlugTaken = (kind: GroupKind) => fieldError("slug", SLUG_TAKEN[kind]);

async function toFields(sql: Sql, kind: GroupKind, body: SaveGroupBody): Promise<GroupFields> {
  const names = Object.fromEntries(Object.entries(body.names).filter(([, name]) => name !== ""));
  const english = names[DEFAULT_LOCALE];
  if (!english) throw fieldError(`names.${DEFAULT_LOCALE}`, "title_required");
  const slug = body.slug || toSlug(english);
  if (!isSlug(slug)) throw fieldError("slug", "slug_required");
  const imageHash = kind === "styles" ? body.picture : null;
  if (imageHash !== null && !(await hasImage(sql, imageHash))) {
    throw fieldError("picture", "file_required");
  }
  return { slug, position: body.position, names, imageHash };
}

async function requireGroup(sql: Sql, kind: GroupKind, id: number): Promise<StaffGroup> {
  const group = (await listGroups(sql, kind)).find((one) => one.id === id);
  if (!group) throw new Error(`${GROUP_SUBJECTS[kind]} ${id} is missing`);
  return toStaffGroup(group);
}

function toStaffGroup({ imageHash, productsCount, ...group }: DeskGroup): StaffGroup {
  return { ...group, picture: imageHash, products_count: productsCount };
}
