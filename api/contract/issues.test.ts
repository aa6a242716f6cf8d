import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toMessage } from "./issues.ts";

const modules = import.meta.glob<Record<string, unknown>>(["./**/*.ts", "!./**/*.test.ts"], {
  eager: true,
});
const schemas = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) =>
    value instanceof z.ZodObject ? [{ name, schema: value }] : [],
  ),
);

const codesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => toMessage(issue).code) ?? [];

describe("a missing field", () => {
  it.each(schemas)("of $name is required, rather than not valid", ({ schema }) => {
    // Or it has a text of its own, which says what to enter.
    expect(codesOf(schema, {})).not.toContain("value_invalid");
    expect(codesOf(schema, {})).not.toContain("choice_invalid");
  });

  it("is different from one of the wrong type", () => {
    const schema = z.object({ order_id: z.string(), status: z.enum(["paid"]) });
    expect(codesOf(schema, {})).toEqual(["value_required", "value_required"]);
    expect(codesOf(schema, { order_id: null, status: 7 })).toEqual([
      "value_invalid",
      "choice_required",
    ]);
  });
});

describe("an idempotency key", () => {
  const keyed = schemas.flatMap(({ name, schema }) => {
    const key = schema.shape.operation_id;
    return key ? [{ name, schema, key }] : [];
  });

  it.each(keyed)("of $name has the same code wherever it is missing", ({ schema, key }) => {
    const isOptional = key.safeParse(undefined).success;
    const codes = schema
      .safeParse({})
      .error?.issues.flatMap((issue) =>
        issue.path[0] === "operation_id" ? [toMessage(issue).code] : [],
      );
    expect(codes ?? []).toEqual(isOptional ? [] : ["form_incomplete"]);
  });

  it.each(keyed)("of $name has it too if it is not one", ({ key }) => {
    expect(codesOf(key, 7)).toEqual(["form_incomplete"]);
    expect(codesOf(key, "x".repeat(100))).toEqual(["form_incomplete"]);
  });
});
