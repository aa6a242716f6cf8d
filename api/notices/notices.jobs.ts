import { DAY_MS } from "#domain/dates.ts";
import { NOTICE_KEPT_DAYS } from "#domain/notices.ts";
import type { ApiDeps } from "../http/context.ts";
import { CLEAN_EVERY_MS, type Job } from "../noun.ts";
import { deleteNoticesBefore } from "./notices.queries.ts";

/** Returns the background jobs of notices: they are deleted when the privacy policy says so. */
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
