import type { ReactNode } from "react";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";

/** The screen of a finished payment: its outcome in one text, and links to continue. */
export function PaymentMessage(props: {
  tone: "positive" | "negative" | "neutral";
  icon: "check" | "close" | "info";
  title: string;
  text: string;
  details?: ReactNode;
  /** Buttons, side by side. */
  children: ReactNode;
}) {
  const { tone, icon, title, text, details, children } = props;
  return (
    <MessageScreen tone={tone} mark={<Icon name={icon} className="size-8" />} title={title}>
      <PageTitle title={title} isPrivate />
      <p className="mt-4 text-muted">{text}</p>
      {details}
      <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
    </MessageScreen>
  );
}
