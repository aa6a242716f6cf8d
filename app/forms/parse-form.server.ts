import type { SubmissionResult } from "@conform-to/react";
import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { joinDateParts } from "./date-parts.ts";

/** What the browser may check by itself; patterns stay here, where their messages are. */
export type FieldConstraint = { required?: boolean; minLength?: number; maxLength?: number };

/**
 * Reads a posted form with its schema. Every field must be one of `names`, plain text, and there
 * once: a form library that builds nested values from names such as `a[99999999]` would otherwise
 * let one small request cost gigabytes. Throws a 400 answer for anything else.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  names: readonly string[],
) {
  const form = await readForm(request);
  const seen = new Set<string>();
  for (const [name, value] of [...form]) {
    if (!names.includes(name) || seen.has(name) || typeof value !== "string") throw malformed();
    seen.add(name);
    // It leads nowhere, and the form would be shown again with it.
    if (name === "redirect" && value.length > REDIRECT_LENGTH_MAX) form.delete(name);
  }
  return parseWithZod(form, { schema });
}

/**
 * Reads a posted form with files. `texts` and `files` may be there once each, `lists` (checkboxes of
 * one name) up to LIST_LENGTH_MAX times. An empty file input, sent as a file of no name and no bytes
 * and read as such or as an empty text, is absent. `dates` are texts that come in three boxes
 * (`joinDateParts`). Throws a 400 answer for anything else.
 */
export async function parseUploadForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  names: {
    texts: readonly string[];
    files: readonly string[];
    lists?: readonly string[];
    dates?: readonly string[];
  },
) {
  const form = await readForm(request);
  for (const name of names.dates ?? []) joinDateParts(form, name);
  const counts = new Map<string, number>();
  for (const [name, value] of [...form]) {
    const isFile = typeof value !== "string";
    if (names.files.includes(name) && (isFile ? value.size === 0 && value.name === "" : !value)) {
      form.delete(name);
      continue;
    }
    const known = isFile ? names.files : [...names.texts, ...(names.lists ?? [])];
    const count = (counts.get(name) ?? 0) + 1;
    const countMax = names.lists?.includes(name) ? LIST_LENGTH_MAX : 1;
    if (!known.includes(name) || count > countMax) throw malformed();
    counts.set(name, count);
  }
  return parseWithZod(form, { schema });
}

/** No group of checkboxes is longer. */
const LIST_LENGTH_MAX = 100;

/** The fields of a posted form. Throws a 400 response for a body that is none or that breaks off. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw malformed();
  }
}

function malformed() {
  return data({ code: "malformed_body" }, { status: 400 });
}

/** The reply without what was typed into secret fields: a password never travels back. */
export function withoutSecrets(
  reply: SubmissionResult<string[]>,
  secrets: readonly string[],
): SubmissionResult<string[]> {
  if (!reply.initialValue) return reply;
  const kept = Object.entries(reply.initialValue).filter(([name]) => !secrets.includes(name));
  return { ...reply, initialValue: Object.fromEntries(kept) };
}

/** The schema's rules that HTML can state, for a loader to hand to its form. */
export function getConstraints(
  schema: z.ZodType,
  names: readonly string[],
): Record<string, FieldConstraint> {
  const constraints = getZodConstraint(schema);
  return Object.fromEntries(
    names.map((name) => {
      const { required, minLength, maxLength } = constraints[name] ?? {};
      return [name, { required, minLength, maxLength }];
    }),
  );
}

/**
 * The status of a form that is shown again: the refusal's own when it is the sender's, that of an
 * API that is away (502, 503), else 422.
 */
export function statusOfRefusal(error: unknown): number {
  if (isUnavailable(error)) return error.init.status;
  const isSenders = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isSenders ? error.status : 422;
}
