import {
  groupHistoryResponseSchema,
  type SaveGroupBody,
  type StaffGroup,
  staffGroupResponseSchema,
  staffGroupsResponseSchema,
} from "#api/contract/staff/groups.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { GroupKind } from "#domain/product-groups.ts";
import { toPictureUrl } from "./products.server.ts";

/** A category or a style with the fields of its form. */
export type StaffGroupView = ReturnType<typeof toGroup>;

/** All groups of a kind, in order. Throws ApiError 404 without the right. */
export async function listStaffGroups(api: ApiClient, kind: GroupKind): Promise<StaffGroupView[]> {
  const body = await api.get(`/staff/${kind}`);
  return parseResponse(staffGroupsResponseSchema, body).payload.map((group) => toGroup(api, group));
}

/**
 * Creates a group, or updates the one with this id as read at `version`. Throws ApiError 404,
 * group_changed (409), 422 (fields).
 */
export async function saveGroup(
  api: ApiClient,
  target: { kind: GroupKind; id: string | null },
  group: SaveGroupBody & { version: number },
): Promise<StaffGroupView> {
  const { kind, id } = target;
  const { version: _version, ...fields } = group;
  const body =
    id === null
      ? await api.send("POST", `/staff/${kind}`, fields)
      : await api.send("PUT", `/staff/${kind}/${encodeURIComponent(id)}`, group);
  return toGroup(api, parseResponse(staffGroupResponseSchema, body).payload);
}

/** The history of a group, newest first. */
export async function listGroupHistory(api: ApiClient, target: { kind: GroupKind; id: string }) {
  const path = `/staff/${target.kind}/${encodeURIComponent(target.id)}/history`;
  return parseResponse(groupHistoryResponseSchema, await api.get(path)).payload;
}

/**
 * Deletes a group and moves its products to `moveTo`. Throws ApiError 404, 422 if they have nowhere
 * to go.
 */
export async function deleteGroup(
  api: ApiClient,
  target: { kind: GroupKind; id: string },
  moveTo: string | undefined,
): Promise<void> {
  const path = `/staff/${target.kind}/${encodeURIComponent(target.id)}/delete`;
  await api.send("POST", path, moveTo ? { move_to: moveTo } : {});
}

function toGroup(api: ApiClient, group: StaffGroup) {
  return {
    id: String(group.id),
    version: group.version,
    slug: group.slug,
    position: group.position,
    names: group.names,
    picture: group.picture,
    pictureUrl: toPictureUrl(api, group.picture),
    productsCount: group.products_count,
  };
}
