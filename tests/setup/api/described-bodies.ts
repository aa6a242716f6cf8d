import type { OpenAPIHono } from "@hono/zod-openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";
import type { ApiEnv } from "#api/http/context.ts";
import { renderOpenApi } from "#api/http/render-openapi.ts";

/**
 * Checks a JSON body against the schema at `pointer` in the document. Returns the violation, or
 * null.
 */
type BodyCheck = (pointer: string, body: unknown) => string | null;

/** Keyed by the mounted operations: most tests have the same document. */
const checks = new Map<string, BodyCheck>();

/**
 * Returns the check for the OpenAPI document of `api`, whose operations `mounted` names. It is
 * created once per process, and each schema is compiled on first use.
 */
export function checkBodies(api: OpenAPIHono<ApiEnv>, mounted: string): BodyCheck {
  const check = checks.get(mounted) ?? createCheck(api);
  checks.set(mounted, check);
  return check;
}

function createCheck(api: OpenAPIHono<ApiEnv>): BodyCheck {
  // Strict mode rejects OpenAPI's keywords. `inlineRefs: false` compiles each named schema only
  // once.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false });
  formats.default(ajv);
  const info = { title: "API", version: "1" };
  // The document as served: JSON drops properties that are undefined.
  const document = JSON.parse(JSON.stringify(renderOpenApi(api, { openapi: "3.1.0", info })));
  ajv.addSchema({ ...document, $id: "document" }, undefined, false, false);
  return (pointer, body) => {
    const schema = follow(document, pointer);
    // All error responses share one reference.
    const reference = referenceSchema.safeParse(schema).data?.$ref ?? toFragment(pointer);
    const validate = ajv.getSchema(`document${reference}`);
    if (!validate) throw new Error(`no schema at ${reference}`);
    return validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: "body" });
  };
}

const referenceSchema = z.strictObject({ $ref: z.string() });

/** Joins keys into a JSON pointer. */
export function toPointer(...keys: string[]): string {
  return keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

const toFragment = (pointer: string) => `#${pointer.split("/").map(encodeURIComponent).join("/")}`;

function follow(document: unknown, pointer: string): unknown {
  const keys = pointer.split("/").slice(1);
  return keys
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, key) => z.looseObject({}).safeParse(value).data?.[key], document);
}
