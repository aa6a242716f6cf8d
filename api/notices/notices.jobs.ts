import { NOTICE_KEPT_DAYS } from "#domain/notices.ts";
import type { ApiDeps } from "../http/context.ts";
import type { Job } from "../noun.ts";
import { deleteNoticesBefore } from "./notices.queries.ts";

const CLEAN_EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Background work of notices: they are deleted when the privacy policy says so. */
export function noticeJobs(deps: ApiDeps): Job[] {
  return [
    {
      name: "delete old notices",
      everyMs: CLEAN_EVERY_MS,
      run: async () => {
        const before = new Date(deps.now().getTime() - NOTICE_KEPT_DAYS * DAY_MS);
        await deleteNoticesBefore(deps.database, before);
      },
    },
  ];
}
