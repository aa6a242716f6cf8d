import { Icon } from "#app/ui/base/icon.tsx";

/** Marks a summary as expandable: its last element. Its details have the class `group/fold`. */
export function FoldMark() {
  return (
    <Icon
      name="down"
      className="size-4 flex-none text-muted transition-transform group-open/fold:rotate-180"
    />
  );
}
