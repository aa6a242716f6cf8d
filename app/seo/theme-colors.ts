/** The backgrounds of app/app.css, light and dark, for what the browser draws around us. */
export const THEME_COLORS = { light: "#fafaf9", dark: "#121211" } as const;
