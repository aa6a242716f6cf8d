import { describe, expect, it } from "vitest";
import { isRecordDeleted } from "#app/staff/forms/deleted-record.server.ts";
import { type FakeApi, runInWebTier } from "#tests/setup/api/web-request.ts";
import { handleProductForm } from "./product-form.server.ts";

const OPERATION_ID = "0b7c1f0e-6c3d-4f0e-9a51-7f6f3c1d2e4a";
const FIELDS = { status: "draft", category_id: "3", price: "3.20", operation_id: OPERATION_ID };
const GONE = { status: 404, code: "product_not_found" };

const reject = ({ status, code }: { status: number; code: string }) =>
  Response.json({ status: "ERROR", code, message: "no" }, { status });

/**
 * Sends the form of product 7, saved by `run`; returns the result with the calls that the API got.
 */
async function send(fields: Record<string, string>, api: FakeApi) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const request = new Request("https://shop.example/en/staff/products/7", { method: "POST", body });
  const calls: string[] = [];
  const counted: FakeApi = (call, path) => {
    if (path.startsWith("/staff")) calls.push(`${call.method} ${path}`);
    return api(call, path);
  };
  const { result } = await runInWebTier(request, counted, async (context) => {
    const run = async () => {
      throw new Error("a product that is gone cannot be saved");
    };
    const response = await handleProductForm({ request, context }, run, "7");
    return { response, isNoted: isRecordDeleted(context) };
  });
  return { ...result, calls };
}

describe("the form of a product that was deleted", () => {
  it("makes a new one", async () => {
    const { calls } = await send({ ...FIELDS, again: "1" }, () => reject(GONE));
    expect(calls).toEqual(["POST /staff/products"]);
  });

  it.each([
    ["the API is unavailable", { ...FIELDS, picture: "a1" }],
    ["a field is wrong", { ...FIELDS, picture: "a1", price: "much" }],
  ])("stays that of a new one, with its image, when %s", async (_why, fields) => {
    const unavailable = () => reject({ status: 503, code: "unavailable" });
    const { response, isNoted } = await send({ ...fields, again: "1" }, unavailable);
    expect(isNoted).toBe(true);
    expect(response).toMatchObject({ data: { isGone: true, picture: "a1" } });
  });
});
