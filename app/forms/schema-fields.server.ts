import { getZodConstraint } from "@conform-to/zod/v4";
import { z } from "zod";
import type { FieldConstraint } from "./form-types.ts";

export type FieldName<Schema extends z.ZodObject> = Extract<keyof z.input<Schema>, string>;

/** The names that a form may send, by the type of their values. */
export type SchemaFields = { texts: string[]; lists: string[]; files: string[] };

/**
 * Classifies the fields of a schema: arrays are lists, file schemas are files, everything else is
 * text.
 */
export function listFields(schema: z.ZodObject): SchemaFields {
  const fields: SchemaFields = { texts: [], lists: [], files: [] };
  for (const [name, type] of Object.entries(schema.shape)) {
    const base = unwrap(type);
    const kind = base instanceof z.ZodArray ? "lists" : takesFile(base) ? "files" : "texts";
    fields[kind].push(name);
  }
  return fields;
}

/** The schema inside optional, default and pipe wrappers. */
function unwrap(type: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    type instanceof z.ZodOptional ||
    type instanceof z.ZodNullable ||
    type instanceof z.ZodDefault ||
    type instanceof z.ZodCatch;
  if (isWrapped) return unwrap(type.def.innerType);
  return type instanceof z.ZodPipe ? unwrap(type.def.in) : type;
}

function takesFile(type: z.core.$ZodType): boolean {
  if (type instanceof z.ZodFile) return true;
  // `z.instanceof(File)` and `z.custom` can only be recognized by testing a value.
  if (!(type instanceof z.ZodCustom)) return false;
  return type.safeParse(new File(["x"], "x")).success && !type.safeParse("x").success;
}

/** The schema's rules that HTML can express. A date in three fields has no length of its own. */
export function getConstraints<Schema extends z.ZodObject>(
  schema: Schema,
  dates: readonly string[] = [],
): Record<FieldName<Schema>, FieldConstraint> {
  const stated = getZodConstraint(schema);
  const constraints = Object.keys(schema.shape).map((name) => {
    const { required, minLength, maxLength } = stated[name] ?? {};
    return [name, dates.includes(name) ? { required } : { required, minLength, maxLength }];
  });
  // fromEntries loses the type of the names; they are the keys of the schema.
  return Object.fromEntries(constraints) as Record<FieldName<Schema>, FieldConstraint>;
}
