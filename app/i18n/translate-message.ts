import type { Words } from "./translate.ts";

/**
 * A text of the contract (spec §5, §8) in the reader's language, or itself when it has no entry.
 * An entry may hold placeholders: `message.Try again in {{seconds}} seconds.` serves any number.
 */
export function translateMessage(words: Words, message: string): string {
  return words[`message.${message}`] ?? translateByTemplate(words, message) ?? message;
}

type Template = { pattern: RegExp; text: string };

const templatesByWords = new WeakMap<Words, Template[]>();

function translateByTemplate(words: Words, message: string): string | null {
  let templates = templatesByWords.get(words);
  if (!templates) {
    templates = Object.entries(words)
      .filter(([key]) => key.startsWith("message.") && key.includes("{{"))
      .map(([key, text]) => ({ pattern: toPattern(key.slice("message.".length)), text }));
    templatesByWords.set(words, templates);
  }
  for (const { pattern, text } of templates) {
    const values = pattern.exec(message)?.groups;
    if (values) return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
  }
  return null;
}

function toPattern(template: string): RegExp {
  const seen = new Set<string>();
  const escaped = template.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = escaped.replace(/\\\{\\\{([A-Za-z]\w*)\\\}\\\}/g, (_whole, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>[^\\n]{1,80})`;
  });
  return new RegExp(`^${pattern}$`);
}
