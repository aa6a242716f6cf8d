import { Icon } from "#app/ui/base/icon.tsx";

/** Says that a summary opens: the last thing in it. Its details are of the class `group/fold`. */
export function FoldMark() {
  return (
    <Icon
      name="down"
      className="size-4 flex-none text-muted transition-transform group-open/fold:rotate-180"
    />
  );
}
