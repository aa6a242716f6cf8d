import { getOpenApiMetadata, getRefId, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { ApiEnv } from "./context.ts";

/** The object that renders each schema; its library's types declare it private. */
type Renderer = { generateSchemaWithRef(schema: z.ZodType): object };
type DocumentConfig = Parameters<OpenAPIHono<ApiEnv>["getOpenAPI31Document"]>[0];

/**
 * Returns everything mounted on `api` as an OpenAPI 3.1 document. For a named nullable schema, the
 * library drops the null or applies it to every use of the name; here the null is placed beside the
 * reference.
 */
export function renderOpenApi(api: OpenAPIHono<ApiEnv>, config: DocumentConfig) {
  const generator = new OpenApiGeneratorV31(api.openAPIRegistry.definitions);
  // A private field of the library.
  const renderer = Reflect.get(generator, "generator") as Renderer;
  const render = renderer.generateSchemaWithRef.bind(renderer);
  renderer.generateSchemaWithRef = (schema) => {
    const named = unwrap(schema);
    const isNullable = accepts(schema, null) && !accepts(named, null);
    if (!isNullable || getRefId(named) === undefined) return render(schema);
    const reference = { anyOf: [render(named), { type: "null" }] };
    const description = getDescription(schema);
    return description === getDescription(named) ? reference : { ...reference, description };
  };
  return generator.generateDocument(config);
}

/** Returns the schema on which `.nullable()` and `.optional()` were called. */
function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapper = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  const inner = isWrapper ? schema.unwrap() : null;
  return inner instanceof z.ZodType ? unwrap(inner) : schema;
}

const getDescription = (schema: z.ZodType) => getOpenApiMetadata(schema)?.description;

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
