import {
  type Issue,
  issuePreviewResponseSchema,
  issueResponseSchema,
  issuesResponseSchema,
  subscribersResponseSchema,
} from "#api/contract/staff/newsletter.ts";
import { parseResponse, readLastPage } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { IssueText } from "#domain/newsletter.ts";

export type IssueView = ReturnType<typeof toIssue>;
export type IssueTexts = Partial<Record<string, IssueText>>;

const BASE = "/staff/newsletter";
const toPath = (id: string) => `${BASE}/issues/${encodeURIComponent(id)}`;

/** A page of subscribers, and the number per state. Throws ApiError 404. */
export async function listSubscribers(api: ApiClient, query: Record<string, string>, page: number) {
  const body = await api.get(`${BASE}/subscribers`, { ...query, page });
  const { payload, meta, counts } = parseResponse(subscribersResponseSchema, body);
  return {
    subscribers: payload.map((subscriber) => ({
      id: String(subscriber.id),
      email: subscriber.email,
      state: subscriber.state,
      locale: subscriber.locale,
      createdAt: subscriber.created_at,
    })),
    counts,
    page: meta.current_page,
    pages: readLastPage(meta),
  };
}

/** The response with the export, as a stream. */
export function downloadSubscribers(
  api: ApiClient,
  query: Record<string, string>,
): Promise<Response> {
  return api.download(`${BASE}/subscribers/export`, query);
}

/** A page of issues, newest first. Throws ApiError 404. */
export async function listIssues(api: ApiClient, page: number) {
  const { payload, meta } = parseResponse(
    issuesResponseSchema,
    await api.get(`${BASE}/issues`, { page }),
  );
  return { issues: payload.map(toIssue), page: meta.current_page, pages: readLastPage(meta) };
}

/** Throws ApiError 404. */
export async function getIssue(api: ApiClient, id: string): Promise<IssueView> {
  return toIssue(parseResponse(issueResponseSchema, await api.get(toPath(id))).payload);
}

/** Creates an issue. Throws ApiError 422 (fields). */
export async function createIssue(
  api: ApiClient,
  body: { operation_id: string; texts: IssueTexts },
): Promise<IssueView> {
  const response = await api.send("POST", `${BASE}/issues`, body);
  return toIssue(parseResponse(issueResponseSchema, response).payload);
}

/** Throws ApiError 404, newsletter_changed, newsletter_sent (409), 422 (fields). */
export async function updateIssue(
  api: ApiClient,
  id: string,
  body: { version: number; texts: IssueTexts },
): Promise<void> {
  await api.send("PUT", toPath(id), body);
}

/** The mail as sent to readers of this language, as HTML. Throws ApiError 404. */
export async function previewIssue(api: ApiClient, id: string, locale: string): Promise<string> {
  const body = await api.get(`${toPath(id)}/preview`, { locale });
  return parseResponse(issuePreviewResponseSchema, body).payload.html;
}

/** Mails the issue to the current user. Throws ApiError 404. */
export async function testIssue(api: ApiClient, id: string, locale: string): Promise<void> {
  await api.send("POST", `${toPath(id)}/test`, { locale });
}

/**
 * Sends the issue to all confirmed subscribers. Throws ApiError newsletter_changed, _sent (409).
 */
export async function sendIssue(
  api: ApiClient,
  id: string,
  body: { version: number; expected: number },
): Promise<void> {
  await api.send("POST", `${toPath(id)}/send`, body);
}

function toIssue(issue: Issue) {
  const { waiting = 0, sent = 0, failed = 0, left = 0 } = issue.counts;
  return {
    id: String(issue.id),
    texts: issue.texts,
    version: issue.version,
    createdAt: issue.created_at,
    author: issue.author,
    sentAt: issue.sent_at,
    sentBy: issue.sent_by,
    counts: { waiting, sent, failed, left },
    readers: issue.readers,
  };
}
