import { Breakable } from "./breakable.tsx";

/** An address that keeps its direction in any language, and may wrap after its @ and dots. */
export function EmailAddress({ email, className }: { email: string; className?: string }) {
  return (
    <bdi className={className}>
      <Breakable text={email} />
    </bdi>
  );
}
