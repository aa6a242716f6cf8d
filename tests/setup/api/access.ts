import { productListResponseSchema } from "#api/contract/catalog.ts";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { purchaseResponseSchema } from "#api/contract/purchases.ts";
import { verificationResponseSchema } from "#api/contract/verification.ts";
import { STAFF_ROLES } from "#domain/staff-roles.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";
import { fillDeposit } from "../money/top-up.ts";
import { withProductDatabase } from "../product/product-database.ts";
import { createOffer } from "../product/product-offers.ts";
import { CONSENT } from "../records/consent.ts";
import { ApiAgent } from "./api-agent.ts";

/**
 * Who makes a request: `owner` has the order, offer, deposit and documents; `member` has nothing.
 */
export const ROLES = ["guest", "owner", "member", "staff"] as const;
export type Role = (typeof ROLES)[number];

/** The records that belong to `owner`, and a product on sale. */
export type Records = {
  slug: string;
  productId: string;
  orderId: string;
  depositId: string;
  offerId: string;
  paymentToken: string;
  verificationId: string;
};

/** The staff roles with limited rights; `staff` in `ROLES` is an owner. */
export const LIMITED_ROLES = STAFF_ROLES.filter((role) => role !== "owner");
export type LimitedRole = (typeof LIMITED_ROLES)[number];

export type World = {
  agents: Record<Role, ApiAgent>;
  limited: Record<LimitedRole, ApiAgent>;
  records: Records;
};

/**
 * Creates one visitor of the running product at `base` for each role, and the records of `owner`.
 */
export async function createWorld(base: string): Promise<World> {
  const createAgent = () => new ApiAgent(fetch, { appUrl: base });
  return withProductDatabase(async (database) => {
    const owner = await createMember({ database, createAgent });
    const member = await createMember({ database, createAgent });
    const staff = await createMember({ database, createAgent }, { role: "staff" });
    const limited = await Promise.all(
      LIMITED_ROLES.map(async (staffRole) => {
        const given = { role: "staff", staffRole } as const;
        return [staffRole, (await createMember({ database, createAgent }, given)).agent] as const;
      }),
    );
    await giveCredits(database, owner.id, 10_000);
    return {
      agents: {
        guest: createAgent(),
        owner: owner.agent,
        member: member.agent,
        staff: staff.agent,
      },
      // `fromEntries` loses the type of its keys, which are the roles.
      limited: Object.fromEntries(limited) as World["limited"],
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
  const { redirect_url, order_id } = checkout.as(checkoutResponseSchema);
  return {
    slug: product.slug,
    productId: String(product.id),
    orderId: String(bought.as(purchaseResponseSchema).payload.order.id),
    depositId: String(order_id),
    offerId: await createOffer(owner, "Fog over the bay"),
    paymentToken: redirect_url?.split("/").at(-1) ?? "",
    verificationId: String(verified.as(verificationResponseSchema).payload?.verification?.id),
  };
}
