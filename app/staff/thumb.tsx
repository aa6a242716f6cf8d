/** A product's image in a list row; an empty square if there is none. */
export function Thumb({ url }: { url: string | null }) {
  if (url === null) return <span className="block size-12 flex-none rounded-card bg-sunken" />;
  return (
    <img
      src={url}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      className="size-12 flex-none rounded-card bg-sunken object-cover"
    />
  );
}
