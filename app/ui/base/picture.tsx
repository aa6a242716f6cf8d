import type { PictureView } from "#app/api-client/catalog.server.ts";
import { languageProps } from "#app/i18n/text-in.tsx";
import { legibleOn } from "./legible-colour.ts";

/**
 * When an image is fetched: `first`, in the first view, together with the styles; `lazy` after the
 * layout, when it comes near the window. Only one is first: two share a slow network.
 */
export type PictureLoad = "first" | "lazy";

/**
 * A public image at the layout's widths, with a placeholder colour while loading. Browsers without
 * AVIF and WebP get one JPEG.
 */
export function Picture(props: {
  picture: PictureView | null;
  /** For servers with a single size. */
  fallbackUrl: string | null | undefined;
  alt: string;
  /** The language of `alt`; undefined if it is the page's. */
  altLanguage?: string;
  /** CSS `sizes` of the layout. */
  sizes: string;
  load?: PictureLoad;
  className?: string;
}) {
  const { picture, fallbackUrl, alt, sizes, load = "lazy", className } = props;
  const language = languageProps(props.altLanguage);
  const loading = load === "first" ? "eager" : "lazy";
  const fetchPriority = load === "first" ? "high" : undefined;
  if (!picture) {
    if (!fallbackUrl) return <div className={`bg-sunken ${className ?? ""}`} />;
    return (
      <img
        src={fallbackUrl}
        alt={alt}
        {...language}
        loading={loading}
        fetchPriority={fetchPriority}
        width={640}
        height={640}
        className={className}
      />
    );
  }
  const widths = chooseWidths(picture.widths, sizes);
  const toSrcSet = (format: string) =>
    widths.map((width) => `${picture.baseUrl}/${width}.${format} ${width}w`).join(", ");
  const middle = widths[Math.floor(widths.length / 2)];
  return (
    <picture className="picture">
      {picture.formats.map((format) =>
        format === "jpg" ? null : (
          <source key={format} type={`image/${format}`} srcSet={toSrcSet(format)} sizes={sizes} />
        ),
      )}
      <img
        src={`${picture.baseUrl}/${middle}.jpg`}
        alt={alt}
        {...language}
        width={picture.width}
        height={picture.height}
        loading={loading}
        fetchPriority={fetchPriority}
        decoding="async"
        className={className}
        style={{
          backgroundColor: picture.color,
          // For the alternative text, which is visible while there is no image.
          color: alt ? legibleOn(picture.color) : undefined,
        }}
      />
    </picture>
  );
}

/** A higher pixel density makes no visible difference. */
const DENSITY_MAX = 2.6;

/**
 * The widths that a screen could choose: drops the largest ones if the layout never exceeds a
 * width, as in "(min-width: 640px) 290px, 50vw", and the smallest ones if it is fixed, "250px".
 */
function chooseWidths(widths: number[], sizes: string): number[] {
  const [, before, widest] = /^(|\([^)]*\) )(\d+)px(?:,|$)/.exec(sizes) ?? [];
  if (widest === undefined) return widths;
  const narrowest = before === "" ? +widest : 0;
  const chosen = widths.filter((width) => width >= narrowest && width <= +widest * DENSITY_MAX);
  return chosen.length > 0 ? chosen : widths.slice(-1);
}
