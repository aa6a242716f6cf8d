import type { Noun } from "../noun.ts";
import { noticeJobs } from "./notices.jobs.ts";
import { NOTICE_MAIL, NOTICE_MAILS } from "./notices.mails.ts";
import { unlinkNotices } from "./notices.queries.ts";
import { noticesLimit, noticesRoutes } from "./notices.routes.ts";
import { noticeReceiptsLimit } from "./notices.service.ts";
import { ownNoticesData } from "./own-data.queries.ts";

/** Notices of illegal content, decisions and complaints (Regulation (EU) 2022/2065). */
export const notices: Noun = {
  name: "notices",
  routes: [{ at: "/api", routes: noticesRoutes }],
  jobs: noticeJobs,
  mails: NOTICE_MAILS.map((kind) => `${NOTICE_MAIL}.${kind}`),
  limits: [noticesLimit, noticeReceiptsLimit],
  checkboxes: ["good_faith"],
  accountDeletion: { erase: ({ sql, user }) => unlinkNotices(sql, user.id) },
  ownData: { lists: ownNoticesData },
};
