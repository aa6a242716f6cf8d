/** The name with its logo: a picture frame with the red dot that galleries put on sold works. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-3">
      <svg viewBox="0 0 32 32" className="size-7 flex-none" aria-hidden="true">
        <path d="M3 3h26v26H3zM8.5 8.5h15v15h-15z" fill="var(--ink)" fillRule="evenodd" />
        <circle cx="27" cy="27" r="5" fill="var(--accent)" stroke="var(--canvas)" strokeWidth="2" />
      </svg>
      <span className="font-display text-2xl tracking-tight">{name}</span>
    </span>
  );
}
