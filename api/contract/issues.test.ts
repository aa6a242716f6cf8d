import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toMessage, toQueryMessage } from "./issues.ts";

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
    // Alternatively it has its own text about what to enter.
    expect(codesOf(schema, {})).not.toContain("value_invalid");
  });

  it("is different from one of the wrong type", () => {
    const schema = z.object({ order_id: z.string() });
    expect(codesOf(schema, {})).toEqual(["value_required"]);
    expect(codesOf(schema, { order_id: null })).toEqual(["value_invalid"]);
  });
});

describe("a choice", () => {
  it("has one code, whether it is missing or wrong", () => {
    const schema = z.object({ status: z.enum(["paid"]) });
    for (const status of [undefined, null, "", 7, "due"]) {
      expect(codesOf(schema, { status })).toEqual(["choice_required"]);
    }
  });

  it.each(schemas)("of $name that is wrong does not list the values of the API", ({ schema }) => {
    const wrong = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, "none"]));
    expect(codesOf(schema, wrong)).not.toContain("choice_invalid");
  });

  const ofQuery = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(toQueryMessage);

  it("of a query lists them, unless it has a message of its own", () => {
    const sorts = ["newest", "oldest"];
    for (const sort of ["best", undefined]) {
      expect(ofQuery(z.enum(sorts), sort)).toEqual([
        { code: "choice_invalid", params: { choices: "newest, oldest" } },
      ]);
    }
    expect(ofQuery(z.enum(sorts, "value_invalid"), "best")).toEqual([{ code: "value_invalid" }]);
  });

  it("is the only thing that a query says in another way", () => {
    const query = z.object({ order_id: z.string(), words: z.string().max(2), page: z.number() });
    expect(ofQuery(query, { words: "fog", page: "x" })).toEqual([
      { code: "value_required" },
      { code: "text_too_long", params: { max: 2 } },
      { code: "value_invalid" },
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
