const TEXT_FIELDS: Record<string, string> = {
  titles: "title",
  descriptions: "description",
  motifs: "motifs",
};

/** The form's name for a contract field such as "titles.de", "style_ids.0" or "picture". */
export function toFieldName(name: string): string {
  const [field = "", part = ""] = name.split(".");
  if (field === "picture") return "media";
  const text = TEXT_FIELDS[field];
  return text ? `${text}_${part || "en"}` : field;
}
