/**
 * Fills the `{{name}}` placeholders of a text (i18next's notation, which translators know). A
 * placeholder without a value stays, so that typos are noticed.
 */
export function interpolate(
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
}
