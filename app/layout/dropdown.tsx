import { type ReactNode, useRef } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { useDropdown } from "./use-dropdown.ts";

/** A `<details>` with a drop-down panel; only one of the same `group` is open at a time. */
export function Dropdown(props: {
  label: ReactNode;
  group: string;
  opensOnHover?: boolean;
  align?: "start" | "end";
  children: ReactNode;
}) {
  const { label, group, opensOnHover, align = "start", children } = props;
  const ref = useRef<HTMLDetailsElement>(null);
  useDropdown(ref, { opensOnHover });
  return (
    <details ref={ref} name={group} className="group relative">
      <summary className="menu-button">
        {label}
        <Icon name="down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className={`absolute top-full z-40 pt-2 ${align === "end" ? "end-0" : "start-0"}`}>
        <div className="card min-w-56 p-2 shadow-raised">{children}</div>
      </div>
    </details>
  );
}

export const dropdownItemClass = "menu-item";
