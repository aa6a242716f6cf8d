import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** A link back to the list or the record that a screen belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-2">
      <Icon name="left" className="size-4" />
      {children}
    </Link>
  );
}
