import type { Picture as PictureData } from "#api/contract/catalog.ts";

/** A public picture at the layout's widths, on its own colour until it is there. */
export function Picture(props: {
  picture: PictureData | null;
  /** For servers that know one size only. */
  fallbackUrl: string | null;
  alt: string;
  /** CSS `sizes` of the layout. */
  sizes: string;
  /** True for what is seen first: fetched at once, with priority. */
  isFirst?: boolean;
  className?: string;
}) {
  const { picture, fallbackUrl, alt, sizes, isFirst = false, className = "" } = props;
  const loading = isFirst ? "eager" : "lazy";
  const fetchPriority = isFirst ? "high" : "auto";
  if (!picture) {
    if (!fallbackUrl) return <div className={`bg-sunken ${className}`} />;
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
  const toSrcSet = (ending: "webp" | "jpg") =>
    picture.widths.map((width) => `${picture.base_url}/${width}.${ending} ${width}w`).join(", ");
  const middle = picture.widths[Math.floor(picture.widths.length / 2)];
  return (
    <picture className="contents [&>source]:hidden">
      <source type="image/webp" srcSet={toSrcSet("webp")} sizes={sizes} />
      <img
        src={`${picture.base_url}/${middle}.jpg`}
        srcSet={toSrcSet("jpg")}
        sizes={sizes}
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
