import type { Language } from "#app/api-client/site.server.ts";
import type { Translate } from "#app/i18n/translate.ts";

const TEXT_FIELDS: Record<string, string> = {
  titles: "title",
  descriptions: "description",
  motifs: "motifs",
};

/** The form's name of a field that the contract calls "titles.de", "style_ids.0" or "picture". */
export function toFieldName(name: string): string {
  const [field = "", part = ""] = name.split(".");
  if (field === "picture") return "media";
  const text = TEXT_FIELDS[field];
  return text ? `${text}_${part || "en"}` : field;
}

/** What a change of the history is called: "Title (Deutsch)". */
export function nameField(t: Translate, languages: readonly Language[], name: string): string {
  const [field = "", part = ""] = name.split(".");
  const language = languages.find(({ code }) => code === part);
  const title = t(`staff_products.field_${field}`);
  return language ? `${title} (${language.name})` : title;
}
