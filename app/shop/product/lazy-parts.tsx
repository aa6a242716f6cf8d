import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";

// Parts of the product page that most of its visitors never see. The server has their code from its
// start, so they are in its HTML and work without scripts; in the browser their code is a file of
// its own, fetched when the part is on the page.

const OwnedPart = lazyPart(async () => (await import("./owned-panel.tsx")).OwnedPanel);
const CheckoutPart = lazyPart(async () => (await import("./checkout.tsx")).Checkout);
const ImagePart = lazyPart(async () => (await import("./image-dialog.tsx")).ImageDialog);
const UnclearPart = lazyPart(async () => (await import("./unclear-purchase.tsx")).UnclearPurchase);

export const OwnedPanel = (props: ComponentProps<typeof OwnedPart>) => (
  <Suspense>
    <OwnedPart {...props} />
  </Suspense>
);
export const Checkout = (props: ComponentProps<typeof CheckoutPart>) => (
  <Suspense>
    <CheckoutPart {...props} />
  </Suspense>
);
export const ImageDialog = (props: ComponentProps<typeof ImagePart>) => (
  <Suspense>
    <ImagePart {...props} />
  </Suspense>
);
export const UnclearPurchase = (props: ComponentProps<typeof UnclearPart>) => (
  <Suspense>
    <UnclearPart {...props} />
  </Suspense>
);
