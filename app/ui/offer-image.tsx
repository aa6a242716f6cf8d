/** A thumbnail of an offered image, or a document icon for any other file (spec §2 My Offers). */
export function OfferImage({
  src,
  className = "size-16",
}: {
  src: string | null;
  className?: string;
}) {
  if (src === null) return <FileMark className={className} />;
  return (
    <img
      src={src}
      alt=""
      width={128}
      height={128}
      loading="lazy"
      className={`max-w-none flex-none rounded-card bg-sunken object-cover ${className}`}
    />
  );
}

/** A sheet with a folded corner; the adjacent text names it. */
export function FileMark({ className = "size-16" }: { className?: string }) {
  return (
    <span
      className={`grid flex-none place-items-center rounded-card bg-sunken text-muted ${className}`}
    >
      <svg
        viewBox="0 0 24 24"
        className="size-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M14 3H6v18h12V7zM14 3v4h4" />
      </svg>
    </span>
  );
}
