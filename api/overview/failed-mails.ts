import { DomainError } from "#domain/errors.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { SendFailedMailsBody } from "../contract/staff/overview.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { requeueGivenUp } from "../mails/mails.queries.ts";
import { dropMailsOfThoseWhoLeft, setQueuedAgain } from "../newsletter/issues.queries.ts";
import { getQueuedAgain } from "./overview.queries.ts";

/**
 * Queues mails again that were given up: the one that `mail_id` names, or all. A newsletter whose
 * reader has left since is dropped instead. The same operation is done once; returns how many it
 * has queued. Throws operation_conflict for an operation that was something else.
 */
export async function sendFailedMails(
  deps: Pick<ApiDeps, "database" | "now">,
  staff: Pick<SessionUser, "id">,
  { operation_id: operationId, mail_id: mailId }: SendFailedMailsBody,
): Promise<number> {
  return inTransaction(deps.database, async (sql) => {
    const repeated = await getQueuedAgain(sql, operationId);
    if (repeated !== null) return repeated;
    await dropMailsOfThoseWhoLeft(sql);
    const ids = await requeueGivenUp(sql, { id: mailId ?? null, now: deps.now() });
    // Of two at once the second waits for the first here, and finds none left.
    if (ids.length === 0) return (await getQueuedAgain(sql, operationId)) ?? 0;
    await setQueuedAgain(sql, ids);
    await recordAction(sql, {
      actorId: staff.id,
      action: "mail.send_again",
      // What it says and to whom is not logged: the log is kept longer than mails are.
      subject: { kind: "mail", id: mailId ?? "all" },
      after: { count: ids.length },
      operationId,
    });
    if ((await getQueuedAgain(sql, operationId)) === null) {
      throw new DomainError("operation_conflict");
    }
    return ids.length;
  });
}
