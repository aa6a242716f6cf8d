import type { OpenAPIHono } from "@hono/zod-openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";
import type { ApiEnv } from "#api/http/context.ts";
import { renderDocument } from "#api/http/render-document.ts";

/**
 * The check of a JSON body against the schema that the document has at `pointer`: what the body
 * violates, or null.
 */
type BodyCheck = (pointer: string, body: unknown) => string | null;

/** By what is mounted: the documents of most tests are the same. */
const checks = new Map<string, BodyCheck>();

/**
 * Returns the check for the OpenAPI document of `api`, whose operations `mounted` names. It is made
 * once in a process, and each schema compiled when it is first used.
 */
export function checkBodies(api: OpenAPIHono<ApiEnv>, mounted: string): BodyCheck {
  const check = checks.get(mounted) ?? createCheck(api);
  checks.set(mounted, check);
  return check;
}

function createCheck(api: OpenAPIHono<ApiEnv>): BodyCheck {
  // `strict` rejects keywords of OpenAPI; each schema with a name is compiled for itself, once.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false });
  formats.default(ajv);
  const info = { title: "API", version: "1" };
  // As it is served: without what is undefined.
  const document = JSON.parse(JSON.stringify(renderDocument(api, { openapi: "3.1.0", info })));
  ajv.addSchema({ ...document, $id: "document" }, undefined, false, false);
  return (pointer, body) => {
    const schema = follow(document, pointer);
    // Those of errors are all the same reference.
    const reference = referenceSchema.safeParse(schema).data?.$ref ?? toFragment(pointer);
    const validate = ajv.getSchema(`document${reference}`);
    if (!validate) throw new Error(`no schema at ${reference}`);
    return validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: "body" });
  };
}

const referenceSchema = z.strictObject({ $ref: z.string() });

/** Joins keys to a JSON pointer. */
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
