import { expect, it } from "vitest";
import { readAuditQuery } from "./audit-query.ts";

it.each([
  ["q=mia&kind=order&from=2026-11-01&to=2026-11-30&before=7", {}],
  ["q=mia&kind=order&from=2026-11-01&to=2026-13-13&before=7", { to: undefined }],
  ["q=mia&kind=order&from=13-13-13&to=2026-11-30&before=7", { from: undefined }],
])("the audit log is narrowed by days that there are: %s", (search, changes) => {
  const whole = { q: "mia", kind: "order", from: "2026-11-01", to: "2026-11-30", before: "7" };
  expect({ ...readAuditQuery(new URLSearchParams(search)) }).toEqual({ ...whole, ...changes });
});
