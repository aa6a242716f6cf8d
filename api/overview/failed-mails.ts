import { assertSameAction, recordAction } from "../audit/audit.service.ts";
import type { SendFailedMailsBody } from "../contract/staff/overview.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { requeueGivenUp } from "../mails/mails.queries.ts";
import { deleteMailsOfUnsubscribed, setQueuedAgain } from "../newsletter/issues.queries.ts";
import { getQueuedAgain } from "./overview.queries.ts";

/**
 * Requeues mails that were given up: the one with `mail_id`, or all. A newsletter whose recipient
 * has unsubscribed since is dropped instead. Idempotent by operation; returns the number requeued.
 * Throws operation_conflict for the id of an operation that requeued other mails or was another
 * person's.
 */
export async function sendFailedMails(
  deps: Pick<ApiDeps, "database" | "now">,
  staff: Pick<SessionUser, "id">,
  { operation_id: operationId, mail_id: mailId }: SendFailedMailsBody,
): Promise<number> {
  return inTransaction(deps.database, async (sql) => {
    // Content and recipient are not logged: the log is kept longer than the mails.
    const subject = { kind: "mail", id: mailId ?? "all" };
    const action = { actorId: staff.id, action: "mail.send_again", subject, operationId };
    const findRepeated = async () => {
      const count = await getQueuedAgain(sql, operationId);
      if (count !== null) await assertSameAction(sql, { ...action, content: { count } });
      return count;
    };
    const repeated = await findRepeated();
    if (repeated !== null) return repeated;
    await deleteMailsOfUnsubscribed(sql);
    const ids = await requeueGivenUp(sql, { id: mailId ?? null, now: deps.now() });
    // The second of two concurrent requests waits for the lock here, then finds none left.
    if (ids.length === 0) return (await findRepeated()) ?? 0;
    await setQueuedAgain(sql, ids);
    const content = { count: ids.length };
    await recordAction(sql, { ...action, after: content });
    await assertSameAction(sql, { ...action, content });
    return ids.length;
  });
}
