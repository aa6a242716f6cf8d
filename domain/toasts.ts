/** Toasts: success, info and warning last 3 s, error 4 s (spec §2, §9). */
export const TOAST_MS = { success: 3_000, info: 3_000, warning: 3_000, error: 4_000 } as const;
/** Dropdowns close this long after the mouse has left them (spec §2, §9). */
export const DROPDOWN_CLOSE_MS = 100;
