import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { promiseHash } from "remix-utils/promise";
import {
  type GroupView,
  listCategories,
  listStyles,
  toGroupView,
} from "#app/api-client/catalog.server.ts";
import { listStaticPages, type StaticPageLink } from "#app/api-client/pages.server.ts";
import { listSocialLinks, type SocialLinkView } from "#app/api-client/site.server.ts";
import { getDefaultLocale, loadLanguages } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { loadSettings } from "#app/request/load-settings.ts";
import { orElse } from "#app/request/or-null.ts";
import type { LoadedLayout, SharedLayout } from "#app/ui/base/layout-data.ts";

/**
 * A locale's data changes whenever a product is published, while pages from an hour ago are still
 * open.
 */
const FILES_MAX = 200;
const files = new LRUCache<string, string>({ max: FILES_MAX });

/**
 * Settings and menus of a locale. Missing parts are omitted: the page works without them (spec §8).
 */
export async function loadSharedLayout(
  context: Context,
  { locale, languages }: Pick<SharedLayout, "locale" | "languages">,
): Promise<SharedLayout> {
  const api = getApi(context);
  const { categories, styles, ...reference } = await promiseHash({
    settings: loadSettings(context),
    categories: orElse<GroupView[]>(context, "categories", listCategories(api), []),
    styles: orElse<GroupView[]>(context, "styles", listStyles(api), []),
    staticPages: orElse<StaticPageLink[]>(context, "static pages", listStaticPages(api), []),
    socialLinks: orElse<SocialLinkView[]>(context, "social links", listSocialLinks(api), []),
  });
  return {
    ...reference,
    categories: categories.map(toGroupView),
    styles: styles.map(toGroupView),
    locale,
    defaultLocale: getDefaultLocale(context, languages),
    languages,
    appUrl: api.appUrl,
  };
}

/**
 * Splits the layout loader's result into the part each document carries and the URL of the file
 * with the rest, which all documents of the locale share (layout/layout-data-file.ts).
 */
export function splitLayout(layout: LoadedLayout): {
  own: Omit<LoadedLayout, keyof SharedLayout>;
  url: string;
} {
  const { toast, cookieNotice, member, ...shared } = layout;
  const name = putFile(shared);
  return { own: { toast, cookieNotice, member }, url: `/layout-data/${name}` };
}

function putFile(shared: SharedLayout): string {
  const json = JSON.stringify(shared);
  const hash = createHash("sha256").update(json).digest("hex").slice(0, 12);
  const name = `${shared.locale}.${hash}.json`;
  files.set(name, json);
  return name;
}

/**
 * The text of such a file, and whether its content matches the name. For one that this process has
 * not written or no longer has, returns the locale's current data; null for an unavailable locale.
 */
export async function readLayoutFile(
  context: Context,
  name: string,
): Promise<{ json: string; isExact: boolean } | null> {
  const known = files.get(name);
  if (known !== undefined) return { json: known, isExact: true };
  const [locale = ""] = name.split(".");
  const languages = await loadLanguages(context);
  if (!languages.some(({ code }) => code === locale)) return null;
  getApi(context).setLocale(locale);
  const current = putFile(await loadSharedLayout(context, { locale, languages }));
  return { json: files.get(current) ?? "{}", isExact: current === name };
}
