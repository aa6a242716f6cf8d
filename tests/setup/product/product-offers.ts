import { categoriesResponseSchema, stylesResponseSchema } from "#api/contract/catalog.ts";
import { offerResponseSchema } from "#api/contract/offers.ts";
import { fileOf, paintScan } from "#tests/verification-factories.ts";
import type { ApiAgent } from "../api/api-agent.ts";

// Creates offers in the running product without its screens, which have their own tests.

/** Creates an offer under review, at 60.50; returns its id. */
export async function createOffer(maker: ApiAgent, title: string): Promise<string> {
  const [category] = (await maker.get("/api/categories")).as(categoriesResponseSchema).data;
  const [style] = (await maker.get("/api/styles")).as(stylesResponseSchema).data;
  const form = new FormData();
  form.set("title", title);
  form.set("description", "Made with a model, chosen by hand.");
  form.set("category_id", String(category?.id));
  form.set("style_ids[]", String(style?.id));
  form.set("price", "60.50");
  form.set("confirm", "true");
  form.set("media", fileOf(await paintScan("jpeg")));
  const created = await maker.post("/api/offer/create", form);
  const { payload } = created.as(offerResponseSchema);
  if (!payload) throw new Error(`the offer was not made: ${created.text}`);
  return String(payload.id);
}

/** Sets our price for an offer, as staff. Throws if it is rejected. */
export async function priceOffer(staff: ApiAgent, id: string, price: string): Promise<void> {
  const body = { decision: "offer", service_price: price };
  const { status, text } = await staff.post(`/api/staff/offers/${id}/answer`, body);
  if (status !== 200) throw new Error(`no price: ${status} ${text}`);
}
