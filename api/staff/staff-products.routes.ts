import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { DomainError } from "#domain/errors.ts";
import { previewProduct } from "../catalog/catalog.service.ts";
import { changeProducts, undoChanges } from "../catalog/desk/change-products.ts";
import { listProductHistory } from "../catalog/desk/history.ts";
import { readOfferProduct } from "../catalog/desk/offer-product.ts";
import { listProductsForStaff } from "../catalog/desk/product-list.ts";
import { productUpload } from "../catalog/desk/product-upload.ts";
import { hasImage } from "../catalog/desk/products.queries.ts";
import {
  createProduct,
  readProductForStaff,
  saveProduct,
} from "../catalog/desk/products.service.ts";
import { uploadPicture } from "../catalog/desk/uploaded-image.ts";
import { parseRenditionName, requireRendition } from "../catalog/images.ts";
import {
  changeProductsResponseSchema,
  changeProductsSchema,
  createProductSchema,
  offerProductResponseSchema,
  productHistoryResponseSchema,
  productPictureResponseSchema,
  productPreviewResponseSchema,
  staffProductResponseSchema,
  staffProductsQuerySchema,
  staffProductsResponseSchema,
  undoChangesResponseSchema,
  undoChangesSchema,
  updateProductSchema,
  uploadPictureSchema,
} from "../contract/staff/products.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { binary, errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { limitUpload } from "../http/upload.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("catalogue");

const listRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/products",
  operationId: "listStaffProducts",
  summary: "List products in any status",
  description:
    "Returns a page of products by key. A search without `sort` has its best matches first.",
  request: { query: staffProductsQuerySchema },
  responses: {
    200: jsonResponse("A page of products", staffProductsResponseSchema),
    ...errorResponses(404, 422),
  },
});

const createProductRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/products",
  operationId: "createProduct",
  summary: "Create a product",
  description:
    "Creates a product, optionally from an accepted offer. Idempotent by `operation_id` and " +
    "by `offer_id`.",
  request: { body: jsonBody(createProductSchema) },
  responses: {
    200: jsonResponse("The product", staffProductResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const changeRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/products/changes",
  operationId: "changeProducts",
  summary: "Change several products",
  description: "Publishes, withdraws or prices products, or moves them to a category or a style.",
  request: { body: jsonBody(changeProductsSchema) },
  responses: {
    200: jsonResponse("The result", changeProductsResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const undoRoute = createRoute({
  ...shared,
  method: "post",
  path: "/staff/products/changes/undo",
  operationId: "undoProductChanges",
  summary: "Revert a bulk change of products",
  description: "Products changed since are left alone.",
  request: { body: jsonBody(undoChangesSchema) },
  responses: {
    200: jsonResponse("The result", undoChangesResponseSchema),
    ...errorResponses(404, 419, 422),
  },
});

const productRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/products/{id}",
  operationId: "getStaffProduct",
  summary: "Get a product with its prompt",
  description: "Returns the editable fields of a product. Every view is logged.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The product", staffProductResponseSchema),
    ...errorResponses(404),
  },
});

const saveRoute = createRoute({
  ...shared,
  method: "put",
  path: "/staff/products/{id}",
  operationId: "updateProduct",
  summary: "Update a product",
  description:
    "Updates a product as read at `version`; after a concurrent change the error is " +
    "`product_changed`.",
  request: { params: idParams, body: jsonBody(updateProductSchema) },
  responses: {
    200: jsonResponse("The product", staffProductResponseSchema),
    ...errorResponses(404, 409, 419, 422),
  },
});

const historyRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/products/{id}/history",
  operationId: "listProductHistory",
  summary: "List the changes of a product",
  description: "Returns the last 50 changes, newest first.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("Changes", productHistoryResponseSchema),
    ...errorResponses(404),
  },
});

const previewRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/products/{id}/preview",
  operationId: "previewProduct",
  summary: "Preview a product",
  description: "Returns a product in any status as the shop shows it.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The product", productPreviewResponseSchema),
    ...errorResponses(404),
  },
});

const uploadRoute = createRoute({
  ...shared,
  middleware: [shared.middleware, limitUpload(productUpload.bytesMax)],
  method: "post",
  path: "/staff/products/pictures",
  operationId: "uploadProductPicture",
  summary: "Upload a picture",
  description: "Stores a picture without its metadata. Identical pictures are stored once.",
  request: {
    body: { required: true, content: { "multipart/form-data": { schema: uploadPictureSchema } } },
  },
  responses: {
    200: jsonResponse("The picture", productPictureResponseSchema),
    ...errorResponses(400, 404, 413, 415, 419, 422, 507),
  },
});

const pictureRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/pictures/{hash}/{file}",
  operationId: "getProductPicture",
  summary: "Get a public or private picture",
  description: "Returns a rendition of a picture without metadata, including those of drafts.",
  request: {
    params: z.object({
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      file: z.string().openapi({ example: "320.webp" }),
    }),
  },
  responses: {
    200: {
      description: "The picture",
      content: { "image/avif": binary, "image/webp": binary, "image/jpeg": binary },
    },
    ...errorResponses(404),
  },
});

const offerRoute = createRoute({
  ...shared,
  method: "get",
  path: "/staff/products/from-offer/{id}",
  operationId: "getOfferProduct",
  summary: "Get the initial values of a product from an accepted offer",
  description: "Returns initial texts, prompt, category, styles and picture.",
  request: { params: idParams },
  responses: {
    200: jsonResponse("The initial values", offerProductResponseSchema),
    ...errorResponses(404, 409),
  },
});

/** Editing and publishing of products (design §4). */
export function staffProductsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json(
      { ...OK, ...(await listProductsForStaff(deps, c.req.valid("query"), c.get("locale"))) },
      200,
    ),
  );
  routes.openapi(createProductRoute, async (c) => {
    const payload = await createProduct(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(changeRoute, async (c) => {
    const body = c.req.valid("json");
    const payload = await changeProducts(deps, requireUser(c), body, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(undoRoute, async (c) => {
    const payload = await undoChanges(deps, requireUser(c), c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(uploadRoute, async (c) => {
    const { media } = c.req.valid("form");
    const payload = await uploadPicture(deps, Buffer.from(await media.arrayBuffer()));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(productRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readProductForStaff(deps, requireUser(c), id) }, 200);
  });
  routes.openapi(saveRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await saveProduct(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(historyRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await listProductHistory(deps, id, c.get("locale")) }, 200);
  });
  routes.openapi(previewRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ data: await previewProduct(deps, id, c.get("locale")) }, 200);
  });
  routes.openapi(pictureRoute, async (c) => {
    const { hash, file } = c.req.valid("param");
    const { width, format } = parseRenditionName(file);
    const isKnown = await hasImage(deps.database, hash);
    const bytes = isKnown ? await requireRendition(deps, hash, width, format) : null;
    if (!bytes) throw new DomainError("not_found");
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": format === "jpg" ? "image/jpeg" : `image/${format}`,
      "content-length": String(bytes.byteLength),
      "cache-control": "private, max-age=86400, immutable",
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(offerRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    return c.json({ ...OK, payload: await readOfferProduct(deps, requireUser(c), id) }, 200);
  });
  return routes;
}
