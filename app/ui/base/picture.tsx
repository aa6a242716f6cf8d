import type { PictureView } from "#app/api-client/catalog.server.ts";

/**
 * A public picture at the layout's widths, on its own colour until it is there. Browsers that know
 * neither AVIF nor WebP get one JPEG.
 */
export function Picture(props: {
  picture: PictureView | null;
  /** For servers that know one size only. */
  fallbackUrl: string | null;
  alt: string;
  /** CSS `sizes` of the layout. */
  sizes: string;
  /** True for what is seen first: fetched at once, with priority. */
  isFirst?: boolean;
  className?: string;
}) {
  const { picture, fallbackUrl, alt, sizes, isFirst = false, className } = props;
  const loading = isFirst ? "eager" : "lazy";
  const fetchPriority = isFirst ? "high" : undefined;
  if (!picture) {
    if (!fallbackUrl) return <div className={`bg-sunken ${className ?? ""}`} />;
    return (
      <img
        src={fallbackUrl}
        alt={alt}
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
        width={picture.width}
        height={picture.height}
        loading={loading}
        fetchPriority={fetchPriority}
        decoding="async"
        className={className}
        style={{ backgroundColor: picture.color }}
      />
    </picture>
  );
}

/** More pixels on one of CSS than this nobody sees. */
const DENSITY_MAX = 2.6;

/**
 * Those that a screen could choose: none of the largest where the layout is never wider than so many
 * pixels, as in "(min-width: 640px) 290px, 50vw", and none of the smallest where it always is, "250px".
 */
function chooseWidths(widths: number[], sizes: string): number[] {
  const [, before, widest] = /^(|\([^)]*\) )(\d+)px(?:,|$)/.exec(sizes) ?? [];
  if (widest === undefined) return widths;
  const narrowest = before === "" ? +widest : 0;
  const chosen = widths.filter((width) => width >= narrowest && width <= +widest * DENSITY_MAX);
  return chosen.length > 0 ? chosen : widths.slice(-1);
}
