import { z } from "zod";
import { profileSchema } from "#api/contract/accounts.ts";
import {
  categorySchema,
  productDetailSchema,
  productListResponseSchema,
  productSchema,
  styleSchema,
} from "#api/contract/catalog.ts";
import { depositRowSchema, depositStatusResponseSchema } from "#api/contract/deposits.ts";
import { dataEnvelope, idSchema, okEnvelope } from "#api/contract/envelope.ts";
import { historyEnvelope } from "#api/contract/history.ts";
import { offerSchema } from "#api/contract/offers.ts";
import { staticPageSchema, staticPageWithContentSchema } from "#api/contract/pages.ts";
import { orderSchema, ownedPromptSchema } from "#api/contract/purchases.ts";
import { languageSchema, settingsSchema, socialLinkSchema } from "#api/contract/site.ts";
import { wishlistItemSchema } from "#api/contract/wishlist.ts";

// The web tier's requirements on responses of spec §7: fields that our own API always sends, but
// another server need not (spec §3), are optional here. lenient-reader defines the accepted formats
// of each field.

/** A card needs an id, a title and a price (spec §3, §5); without a slug it is linked by its id. */
const productRowSchema = productSchema.partial({ slug: true });
export const productRowsSchema = dataEnvelope(z.array(productRowSchema));
export const productListSchema = productListResponseSchema.extend({
  data: z.array(productRowSchema),
  meta: productListResponseSchema.shape.meta.partial().optional(),
});
/** The name may take the place of the title (spec §3 Style). */
const styleRowSchema = styleSchema.partial({ title: true });
export const productPageSchema = dataEnvelope(
  productDetailSchema.partial({ slug: true }).extend({
    styles: z
      .array(
        styleRowSchema.pick({ id: true, title: true, title_locale: true, name: true, url: true }),
      )
      .optional(),
    similar: z.array(productRowSchema).optional(),
  }),
);
export const categoryRowsSchema = dataEnvelope(z.array(categorySchema));
export const styleRowsSchema = dataEnvelope(z.array(styleRowSchema));

export const settingsPageSchema = okEnvelope(settingsSchema.partial());
/** A list of languages with codes (spec §7), or of codes alone. */
export const languageRowsSchema = okEnvelope(z.array(z.union([languageSchema, z.string()])));
export const countryRowsSchema = okEnvelope(
  z.array(z.object({ id: idSchema, name: z.string(), code: z.string().nullish() })),
);
export const socialLinkRowsSchema = okEnvelope(z.array(socialLinkSchema.partial({ title: true })));
export const staticPageRowsSchema = okEnvelope(z.array(staticPageSchema.partial({ id: true })));
export const staticPageTextSchema = okEnvelope(staticPageWithContentSchema.partial({ id: true }));

export const profilePageSchema = okEnvelope(
  profileSchema.partial({ is_email_verified: true }).extend({
    verification_data: z.object({ status: z.string().optional() }).nullish(),
  }),
);
export const wishlistRowsSchema = okEnvelope(
  z.array(wishlistItemSchema.partial({ title: true, slug: true, price: true })),
);
export const favoriteRowsSchema = okEnvelope(z.array(z.object({ id: idSchema })));

/** An order with an unreadable price or date still belongs to somebody. */
export const orderRowSchema = orderSchema
  .partial({ currency: true, created_at: true })
  .extend({ price: orderSchema.shape.price.nullish() });
export const orderRowsSchema = historyEnvelope(orderRowSchema);
export const ownedPromptRowsSchema = historyEnvelope(ownedPromptSchema);
export const depositRowsSchema = historyEnvelope(depositRowSchema.partial({ created_at: true }));
export const depositStateSchema = depositStatusResponseSchema.partial({ status: true });
export const offerRowsSchema = historyEnvelope(offerSchema.partial({ created_at: true }));

export type ProductRow = z.infer<typeof productRowSchema>;
export type ProductPage = z.infer<typeof productPageSchema>["data"];
export type StyleRow = z.infer<typeof styleRowsSchema>["data"][number];
export type SettingsPage = z.infer<typeof settingsPageSchema>["payload"];
export type SocialLinkRow = z.infer<typeof socialLinkRowsSchema>["payload"][number];
export type StaticPageRow = z.infer<typeof staticPageRowsSchema>["payload"][number];
export type StaticPageText = z.infer<typeof staticPageTextSchema>["payload"];
export type ProfilePage = z.infer<typeof profilePageSchema>["payload"];
export type WishlistRow = z.infer<typeof wishlistRowsSchema>["payload"][number];
export type OrderRow = z.infer<typeof orderRowSchema>;
export type DepositRow = z.infer<typeof depositRowsSchema>["payload"][number];
export type DepositState = z.infer<typeof depositStateSchema>["order"];
export type OfferRow = z.infer<typeof offerRowsSchema>["payload"][number];
