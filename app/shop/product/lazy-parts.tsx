import { lazyPart } from "#app/ui/base/lazy-part.tsx";

// Parts of the product page that most visitors never see.

export const OwnedPanel = lazyPart(async () => (await import("./owned-panel.tsx")).OwnedPanel);
export const Checkout = lazyPart(async () => (await import("./checkout.tsx")).Checkout);
export const ImageDialog = lazyPart(async () => (await import("./image-dialog.tsx")).ImageDialog);
export const UnclearPurchase = lazyPart(
  async () => (await import("./unclear-purchase.tsx")).UnclearPurchase,
);
export const Withdrawn = lazyPart(async () => (await import("./withdrawn.tsx")).Withdrawn);
