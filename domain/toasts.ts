/** Toasts: success, info and warning last 3 s, error 4 s (spec §2, §9). */
export const TOAST_MS = { success: 3_000, info: 3_000, warning: 3_000, error: 4_000 } as const;

export const TOAST_KINDS = ["success", "info", "warning", "error"] as const;
export type ToastKind = (typeof TOAST_KINDS)[number];
export type Toast = {
  kind: ToastKind;
  text: string;
  /** The address typed into the newsletter box, if the message is about it. */
  newsletter?: string;
  /** True if that address is the problem. */
  isInvalid?: boolean;
};
