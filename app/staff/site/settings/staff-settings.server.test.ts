import { expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { moneyForm, siteForm } from "./staff-settings.server.ts";

const RATES = { eur_rate: "1", deposit_min: "1.00", deposit_max: "50.00" };
const SITE = {
  company_name: "Fox",
  internal_currency_name: "Credits",
  formats: "jpg",
  sizes: "512x512",
  is_vat_exempt: "on",
};

/** The errors of a form with these fields. */
async function readErrors(
  { parse }: Pick<typeof moneyForm | typeof siteForm, "parse">,
  fields: object,
) {
  const request = postForm("/en/staff/settings", { version: "1", ...fields });
  const { result } = await runInWebTier(
    request,
    () => Response.json({ payload: [] }),
    async (context) => (await parse({ request, context })).reply(),
  );
  return result.error;
}

it.each([
  ["deposit_min", "a lot", "errors.amount_invalid"],
  ["deposit_max", "", "errors.amount_invalid"],
])("a wrong %s has one error, however many rules it breaks", async (name, text, error) => {
  expect(await readErrors(moneyForm, { ...RATES, [name]: text })).toEqual({ [name]: [error] });
});

it.each([
  ["sizes", "x".repeat(201), "errors.text_too_long?max=200"],
  ["company_phone", "x".repeat(41), "errors.text_too_long?max=30"],
])("so has a wrong %s", async (name, text, error) => {
  expect(await readErrors(siteForm, { ...SITE, [name]: text })).toEqual({ [name]: [error] });
});
