/** The backgrounds of app/app.css, light and dark, for the browser's own UI. */
export const THEME_COLORS = { light: "#fafaf9", dark: "#121211" } as const;
