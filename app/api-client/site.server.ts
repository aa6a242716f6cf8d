import {
  type Country,
  countriesAnswerSchema,
  type Language,
  languagesAnswerSchema,
  type Settings,
  settingsAnswerSchema,
  type Words,
  wordsSchema,
} from "#api/contract/site.ts";
import { readAnswer } from "./read.server.ts";
import type { ApiClient } from "./transport.server.ts";

export async function getSettings(api: ApiClient): Promise<Settings> {
  return readAnswer(settingsAnswerSchema, await api.get("/settings", {}, { as: "guest" })).payload;
}

export async function listLanguages(api: ApiClient): Promise<Language[]> {
  return readAnswer(languagesAnswerSchema, await api.get("/languages", {}, { as: "guest" }))
    .payload;
}

/** The texts of one locale (spec §7). Servers send the map bare or as `payload`. */
export async function getWords(api: ApiClient, locale: string): Promise<Words> {
  const path = `/localization/${encodeURIComponent(locale)}/words`;
  const body = await api.get(path, {}, { as: "guest" });
  const isWrapped = typeof body === "object" && body !== null && "payload" in body;
  return readAnswer(wordsSchema, isWrapped ? body.payload : body);
}

export async function listCountries(api: ApiClient): Promise<Country[]> {
  return readAnswer(countriesAnswerSchema, await api.get("/countries")).payload;
}
