import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { toMessage } from "#api/contract/issues.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { joinDateParts } from "./date-parts.ts";
import { listFields } from "./schema-fields.server.ts";

/** No group of checkboxes is longer. */
const LIST_LENGTH_MAX = 100;

/**
 * Parses a submitted form with its schema. Accepts only the schema's own fields, each once (a list
 * up to LIST_LENGTH_MAX times), and files only for the schema's file fields: a form library that
 * builds nested values from names such as `a[99999999]` would otherwise let one small request use
 * gigabytes. An empty file input, sent as a file with no name and no bytes or as an empty text, is
 * absent. `dates` are typed in three fields (`joinDateParts`). Throws a 400 response for anything
 * else.
 */
export async function parseForm<Schema extends z.ZodObject>(request: Request, schema: Schema) {
  return parseFields(await readForm(request), schema);
}

/** The same for fields that have already been read. */
export function parseFields<Schema extends z.ZodObject>(
  form: FormData,
  schema: Schema,
  dates: readonly string[] = [],
) {
  for (const name of dates) joinDateParts(form, name);
  const { texts, lists, files } = listFields(schema);
  const counts = new Map<string, number>();
  for (const [name, value] of [...form]) {
    const isFile = typeof value !== "string";
    if (files.includes(name) && (isFile ? value.size === 0 && value.name === "" : !value)) {
      form.delete(name);
      continue;
    }
    const isKnown = isFile ? files.includes(name) : texts.includes(name) || lists.includes(name);
    const count = (counts.get(name) ?? 0) + 1;
    const countMax = lists.includes(name) ? LIST_LENGTH_MAX : 1;
    if (!isKnown || count > countMax) throw malformed();
    counts.set(name, count);
    // Not sent by one of our pages; otherwise the form would be shown again with it.
    if (name === "redirect" && !isFile && value.length > REDIRECT_LENGTH_MAX) form.delete(name);
  }
  return parseWithZod(form, { schema, formatError });
}

/**
 * A form's errors are sent as references to texts (i18n/message-reference.ts). One of each field:
 * what is no amount is also "too small" for a rule about two fields, and only the first is true.
 */
const formatError = (issues: z.core.$ZodIssue[]) =>
  issues.slice(0, 1).map((issue) => toReference(toMessage(issue)));

/** Characters of all texts of a form; files have limits of their own. */
export const FORM_TEXTS_LENGTH_MAX = 1024 * 1024;

/**
 * The fields of a submitted form. Throws a 400 response for a body that is invalid or truncated,
 * 413 for texts longer than FORM_TEXTS_LENGTH_MAX.
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw malformed();
  });
  let length = 0;
  for (const value of form.values()) if (typeof value === "string") length += value.length;
  // A rejected form is shown again, escaped: the texts of an upload could take all memory.
  if (length > FORM_TEXTS_LENGTH_MAX) throw data({ code: "form_too_large" }, { status: 413 });
  return form;
}

/** The response to a form's body or address that none of our pages sends. */
export function malformed() {
  return data({ code: "malformed_body" }, { status: 400 });
}
