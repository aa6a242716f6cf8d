/** What the audit log is narrowed by, on screen and in the export. */
export const AUDIT_FILTERS = ["q", "kind", "from", "to"];
