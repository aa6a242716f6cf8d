import { useT } from "#app/i18n/i18n.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { formatImageFormat, formatImageSize, PURCHASED_IMAGE_SIZE } from "#domain/purchases.ts";

export type Choice = { format: string | null; size: string | null };

/**
 * Format and size of an image, side by side if they fit. An unavailable value is replaced by the
 * default.
 */
export function ImageChoice({ chosen }: { chosen?: Choice }) {
  const t = useT();
  const { formats, sizes } = useLayoutData().settings.images;
  const pick = (offered: readonly string[], requested: string | null | undefined, usual: string) =>
    [requested, usual].find((one) => one && offered.includes(one)) ?? offered[0];
  return (
    <div className="flex flex-wrap gap-3 *:grow sm:gap-4 sm:*:basis-0">
      <label className="basis-[5.5rem]">
        <span className="mb-1.5 block font-medium">{t("order.format")}</span>
        <select
          name="format"
          defaultValue={pick(formats, chosen?.format, formats[0] ?? "")}
          className="input"
        >
          {formats.map((format) => (
            <option key={format} value={format}>
              {formatImageFormat(format)}
            </option>
          ))}
        </select>
      </label>
      <label className="basis-[9rem]">
        <span className="mb-1.5 block font-medium">{t("order.size")}</span>
        <select
          name="size"
          defaultValue={pick(sizes, chosen?.size, PURCHASED_IMAGE_SIZE)}
          className="input"
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {formatImageSize(size)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
