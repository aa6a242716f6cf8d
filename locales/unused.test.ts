import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import english from "./en.json" with { type: "json" };

// A text that no code names is translated ten times for nobody. Codes of messages have a test of
// their own (locales.test.ts); every other key is a literal of the code, or what a template makes
// of words that are in the code themselves: t(`staff_payouts.status_${status}`).

const root = fileURLToPath(new URL("..", import.meta.url));

function listTexts(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listTexts(path);
    const isSource = /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name);
    return isSource ? [readFileSync(join(root, path), "utf8")] : [];
  });
}

const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const TEMPLATE = /`([a-z_]{3,}[\w.]*(?:\$\{[^`}]*\}[\w.]*)+)`/g;

/** Keys of `keys` that `code` neither names nor makes by a template. */
function listUnused(keys: readonly string[], code: string): string[] {
  const constants = new Map(
    [...code.matchAll(/const ([A-Z_]+) = "([\w.]+)"/g)].map(([, name, value]) => [name, value]),
  );
  const text = code.replace(
    /\$\{([A-Z_]+)\}/g,
    (whole, name: string) => constants.get(name) ?? whole,
  );
  const words = new Set(
    [...text.matchAll(/["'`]([\w.]+)["'`]|\b(\w+)\??:/g)].map(
      ([, literal, name]) => literal ?? name,
    ),
  );
  // Only those that begin with a word: one that begins with a variable could make any key.
  const templates = [...text.matchAll(TEMPLATE)].map(([, template = ""]) => {
    const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
    return new RegExp(`^${parts.join("([\\w.]+)")}$`);
  });
  const isMade = (part: string) =>
    templates.some((template) =>
      template
        .exec(part)
        ?.slice(1)
        .every((word) => words.has(word)),
    );
  const isWord = (part: string) =>
    words.has(part) || isMade(part) || part.split(".").every((one) => words.has(one));
  const isUsed = (key: string) =>
    words.has(key) || templates.some((template) => template.exec(key)?.slice(1).every(isWord));
  return keys.filter((key) => !isUsed(key) && !isUsed(key.replace(PLURAL, "")));
}

it("every text is used by a screen, a mail or a document", () => {
  const code = ["app", "api", "domain", "server"].flatMap(listTexts).join("\n");
  const keys = Object.keys(english).filter((key) => !/^(?:errors|notices)\./.test(key));
  expect(keys.length).toBeGreaterThan(1_000);
  expect(listUnused(keys, code)).toEqual([]);
});

it("a text is unused though a template begins like it, or ends in what no code says", () => {
  const code = `
    const GROUP = "mail.order";
    const STATES = ["open"];
    const part = \`card_\${state}\`;
    t("order.name"); t(\`order.state_\${state}\`); t(\`order.news_\${part}\`);
    t(\`\${GROUP}.subject\`);`;
  const used = ["order.name", "order.state_open", "order.news_card_open", "mail.order.subject"];
  const unused = ["order.title", "order.state_gone", "order.news_card_gone", "mail.order.text"];
  expect(listUnused([...used, ...unused], code)).toEqual(unused);
});
