/** A progress indicator, next to a text that says so; hidden from screen readers. */
export function Spinner() {
  return (
    <>
      <span className="size-8 rounded-full border-2 border-current border-e-transparent motion-safe:animate-spin motion-reduce:hidden" />
      {/* With reduced motion an open ring would look like a copyright sign, so it is three dots. */}
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
