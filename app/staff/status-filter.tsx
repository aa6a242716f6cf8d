import { Link } from "#app/ui/base/link.tsx";

/** Lists of one kind by their status: a row of links, of which one is where you are. */
export function StatusFilter(props: {
  label: string;
  choices: readonly { to: string; text: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={props.label} className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {props.choices.map(({ to, text, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isCurrent ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-control border border-control px-4 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-canvas"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
