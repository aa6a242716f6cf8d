/** The name with its mark: a P whose bowl is a frame, and a drop of paint. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--ink)" />
        <path
          d="M10 25V8h8.2a5.6 5.6 0 0 1 0 11.2H10"
          fill="none"
          stroke="var(--canvas)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="22.5" cy="24" r="2.5" fill="var(--accent)" />
      </svg>
      <span className="font-display text-2xl tracking-tight">{name}</span>
    </span>
  );
}
