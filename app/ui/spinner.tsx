/** Something is underway. Beside words that say so: it means nothing to a screen reader. */
export function Spinner() {
  return (
    <>
      <span className="size-8 rounded-full border-2 border-current border-e-transparent motion-safe:animate-spin motion-reduce:hidden" />
      {/* Without motion an open ring looks like a copyright sign: three dots, then. */}
      <span className="flex gap-1.5 motion-safe:hidden">
        <Dot />
        <Dot />
        <Dot />
      </span>
    </>
  );
}

function Dot() {
  return <span className="size-2 rounded-full bg-current" />;
}
