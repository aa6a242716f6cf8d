import { useCurrencyName, useFormat } from "#app/i18n/i18n.tsx";
import { useLayoutData } from "./layout-data.ts";

/** An amount of the internal currency in cents, with its image or else its name (spec §2). */
export function Credits({ cents }: { cents: number }) {
  const format = useFormat();
  const name = useCurrencyName();
  const { currencyImage: image } = useLayoutData().settings;
  if (!image) return format.credits(cents);
  return (
    <>
      {format.credits(cents, "")}
      <img
        src={image}
        alt={name}
        // Otherwise React would preload it before the product images, by a link in the head.
        fetchPriority="low"
        className="inline h-[1em] w-auto align-[-0.125em]"
      />
    </>
  );
}
