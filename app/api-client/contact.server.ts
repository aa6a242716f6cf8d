import { type ContactBody, contactAnswerSchema } from "#api/contract/contact.ts";
import { readAnswer } from "./read.server.ts";
import type { ApiClient } from "./transport.server.ts";

/** Sends a message to the team. Throws ApiError 422 (fields), 429. */
export async function sendContactMessage(api: ApiClient, body: ContactBody): Promise<void> {
  readAnswer(contactAnswerSchema, await api.send("POST", "/contact", body));
}
