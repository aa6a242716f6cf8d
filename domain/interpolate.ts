/**
 * Puts values into the `{{name}}` places of a text: i18next's notation, so that translators know it.
 * A place without a value stays, so that a typo is seen.
 */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
}
