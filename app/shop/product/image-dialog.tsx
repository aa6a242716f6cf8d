import type { ProductView } from "#app/api-client/catalog.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Only the image, as large as possible, with its own URL. */
export function ImageDialog({ product }: { product: ProductView }) {
  const t = useT();
  return (
    <Dialog
      title={product.title}
      titleLanguage={product.titleLanguage}
      closeTo={`/products/${product.slug}`}
      returnTo="picture-link"
      width="min(63rem, 92dvh - 5rem)"
    >
      <Picture
        picture={product.picture}
        fallbackUrl={product.imageUrl}
        alt={t("product.pictureAlt", { title: product.title })}
        sizes="(min-width: 1008px) 960px, 92vw"
        className="-m-6 h-auto w-[calc(100%+3rem)] max-w-none"
      />
    </Dialog>
  );
}
