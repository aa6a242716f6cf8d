import { type ReactNode, useRef } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { useDropdown } from "./use-dropdown.ts";

/**
 * A collapsible part of the header's menu: a panel below its button in wide windows, in place in
 * narrow ones (app.css). Only one is open at a time.
 */
export function Dropdown(props: {
  label: ReactNode;
  opensOnHover?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { label, opensOnHover, className = "", children } = props;
  const ref = useRef<HTMLDetailsElement>(null);
  useDropdown(ref, { opensOnHover });
  return (
    <details ref={ref} name="header" className={`dropdown ${className}`}>
      <summary className="menu-item">
        {label}
        <Icon name="down" className="summary-arrow" />
      </summary>
      <div className="dropdown-panel">
        <div>{children}</div>
      </div>
    </details>
  );
}
