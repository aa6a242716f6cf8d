import { getOpenApiMetadata, getRefId, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { ApiEnv } from "./context.ts";

/** What renders each schema; in the types of its library it is private. */
type Renderer = { generateSchemaWithRef(schema: z.ZodType): object };
type DocumentConfig = Parameters<OpenAPIHono<ApiEnv>["getOpenAPI31Document"]>[0];

/**
 * Returns what is mounted on `api` as an OpenAPI 3.1 document. The library loses the null of a
 * nullable schema with a name, or gives it to every use of that name; here it is beside the
 * reference.
 */
export function renderDocument(api: OpenAPIHono<ApiEnv>, config: DocumentConfig) {
  const generator = new OpenApiGeneratorV31(api.openAPIRegistry.definitions);
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

/** The schema that `.nullable()` and `.optional()` were called on. */
function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapper = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  const inner = isWrapper ? schema.unwrap() : null;
  return inner instanceof z.ZodType ? unwrap(inner) : schema;
}

const getDescription = (schema: z.ZodType) => getOpenApiMetadata(schema)?.description;

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
