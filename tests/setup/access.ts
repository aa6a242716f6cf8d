import { productListResponseSchema } from "#api/contract/catalog.ts";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { verificationResponseSchema } from "#api/contract/verification.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import { ApiAgent } from "./api-agent.ts";
import { CONSENT } from "./consent.ts";
import { withProductDatabase } from "./product-database.ts";
import { createOffer } from "./product-offers.ts";
import { fillDeposit } from "./top-up.ts";

/** Who makes a request: `owner` has the order, offer, deposit and documents; `member` has nothing. */
export const ROLES = ["guest", "owner", "member", "staff"] as const;
export type Role = (typeof ROLES)[number];

/** What belongs to `owner`, and a product on sale. */
export type Records = {
  slug: string;
  productId: string;
  orderId: string;
  offerId: string;
  paymentToken: string;
  verificationId: string;
};

export type World = { agents: Record<Role, ApiAgent>; records: Records };

/** Four visitors of the running product at `base`, one for each role, and the records of `owner`. */
export async function createWorld(base: string): Promise<World> {
  const createAgent = () => new ApiAgent(fetch, { appUrl: base });
  return withProductDatabase(async (database) => {
    const owner = await createMember({ database, createAgent });
    const member = await createMember({ database, createAgent });
    const staff = await createMember({ database, createAgent }, { role: "staff" });
    await giveCredits(database, owner.id, 10_000);
    return {
      agents: {
        guest: createAgent(),
        owner: owner.agent,
        member: member.agent,
        staff: staff.agent,
      },
      records: await createRecords(owner.agent),
    };
  });
}

async function createRecords(owner: ApiAgent): Promise<Records> {
  const [product] = (await owner.get("/api/products")).as(productListResponseSchema).data;
  if (!product) throw new Error("the shop is empty");
  const bought = await owner.post("/api/purchase/prompt", {
    prompt_id: product.id,
    consent: CONSENT,
  });
  const checkout = await owner.post("/api/deposit/checkout", fillDeposit());
  const verified = await owner.post("/api/user/verification", await createVerificationForm());
  const { redirect_url } = checkout.as(checkoutResponseSchema);
  return {
    slug: product.slug,
    productId: String(product.id),
    orderId: String(bought.as(purchaseResponseSchema).payload.order.id),
    offerId: await createOffer(owner, "Fog over the bay"),
    paymentToken: redirect_url?.split("/").at(-1) ?? "",
    verificationId: String(verified.as(verificationResponseSchema).payload?.verification?.id),
  };
}
