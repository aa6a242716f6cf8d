import type { IssueView } from "#app/api-client/staff/newsletter.server.ts";
import { type IssueText, pickIssueText } from "#domain/newsletter.ts";

const FIELDS = ["subject", "body", "label", "url"] as const;

/**
 * Whether the form's text differs from the saved one of its language: sending the issue would send
 * the saved one.
 */
export function isUnsaved(
  typed: Partial<Record<(typeof FIELDS)[number], unknown>>,
  saved: IssueText | null | undefined,
): boolean {
  return FIELDS.some((name) => normalize(typed[name]) !== normalize(saved?.[name]));
}

/** Forms send different line breaks than the API stores, and spaces that it removes. */
const normalize = (text: unknown) =>
  typeof text === "string" ? text.replaceAll(/\r\n?/g, "\n").trim() : "";

/** The language to show: the requested one; for a sent issue, one in which it has a text. */
export function pickLanguage(
  issue: Pick<IssueView, "texts" | "sentAt"> | null,
  requested: string,
): string {
  if (!issue || issue.sentAt === null) return requested;
  return pickIssueText(issue.texts, requested)?.locale ?? requested;
}
