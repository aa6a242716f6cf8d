import { DomainError } from "#domain/errors.ts";
import { PERSON_VIEW_MINUTES } from "#domain/person-views.ts";
import { recordAction } from "../audit/audit.service.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { setSessionView } from "../http/session.queries.ts";
import type { RequestSession } from "../http/session.ts";
import { lockPerson } from "./people.queries.ts";

type Deps = Pick<ApiDeps, "database" | "now">;

/**
 * Starts viewing the shop as this user in the staff member's session, read-only, for
 * PERSON_VIEW_MINUTES. Logged with its reason. Throws not_found; forbidden for staff accounts:
 * nobody may use another staff member's rights; unauthenticated without a session.
 */
export async function startPersonView(
  deps: Deps,
  session: RequestSession,
  { personId, reason }: { personId: number; reason: string },
): Promise<void> {
  const { user: viewer, idHash } = session;
  if (!viewer || !idHash) throw new DomainError("unauthenticated");
  const until = new Date(deps.now().getTime() + PERSON_VIEW_MINUTES * 60_000);
  await inTransaction(deps.database, async (sql) => {
    const person = await lockPerson(sql, personId);
    if (!person) throw new DomainError("not_found");
    if (person.staffRole !== null) throw new DomainError("forbidden");
    await setSessionView(sql, idHash, { userId: personId, until });
    await recordAction(sql, {
      actorId: viewer.id,
      action: "user.view_shop",
      subject: { kind: "user", id: personId },
      reason,
    });
  });
}

/** Ends the view; returns the viewed user's id, or null when it had already ended. */
export async function endPersonView(deps: Deps, session: RequestSession): Promise<number | null> {
  const { user: person, view, idHash } = session;
  if (!person || !view || !idHash) return null;
  await inTransaction(deps.database, async (sql) => {
    await setSessionView(sql, idHash, null);
    await recordAction(sql, {
      actorId: view.viewer.id,
      action: "user.view_shop_end",
      subject: { kind: "user", id: person.id },
    });
  });
  return person.id;
}
