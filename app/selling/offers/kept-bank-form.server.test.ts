import { describe, expect, it } from "vitest";
import { readKeptForm } from "#app/forms/kept-form.server.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { ADDRESS_LENGTH_MAX, NAME_LENGTH_MAX } from "#domain/accounts.ts";
import { type FakeApi, postForm, runInWebTier, SHOP_URL } from "#tests/setup/api/web-request.ts";
import { CONTACT } from "#tests/setup/records/contact.ts";
import { restoreStep } from "./kept-bank-form.server.ts";
import { submitBankDetails, submitContact } from "./offer-actions.server.ts";

const BANK = "/en/dashboard/offers?offer=9&step=bank";
const CARD = "/en/dashboard/offers?offer=9&step=card";
const SEEN = { version: "3", service_price: "15.00" };
const OFFER = { id: "9", version: 3, servicePriceCents: 1_500 };
const api: FakeApi = () => Response.json({ payload: [], message: null });

/** The Cookie header of the browser in which this step was submitted. */
async function submit(
  fields: Record<string, string>,
  submitStep: typeof submitBankDetails | typeof submitContact,
) {
  const request = postForm(BANK, { ...CONTACT, ...SEEN, ...fields });
  const { result } = await runInWebTier(request, api, (context) =>
    submitStep(request, context, "9"),
  );
  const headers = new Headers(result instanceof Response ? result.headers : result.init?.headers);
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function read<Result>(cookie: string, path: string, run: Run<Result>): Promise<Result> {
  const request = new Request(SHOP_URL + path, { headers: { cookie } });
  const sent = new Request(request);
  return (await runInWebTier(sent, api, (context) => run(context, request))).result;
}
type Run<Result> = (
  context: Parameters<typeof restoreStep>[0],
  request: Request,
) => Promise<Result>;

const reload = (cookie: string, path: string, offer = OFFER) =>
  read(cookie, path, (context, request) => restoreStep(context, request, offer));

describe("the bank step after a reload", () => {
  it("is shown again with the contact details, and with the owner that was typed", async () => {
    const contact = { ...CONTACT, ...SEEN };
    const given = await submit({ type: "sepa" }, submitContact);
    expect(await reload(given, BANK)).toMatchObject({ step: "bank", contact });
    const typed = { full_name: "Ada King", iban: "EE382200221020145686", terms: "on" };
    const rejected = await submit(typed, submitBankDetails);
    const shown = await reload(rejected, `${BANK}&confirm=1`);
    expect(shown).toMatchObject({ step: "bank", contact, fullName: "Ada King" });
    expect(shown).not.toHaveProperty("form");
  });

  it("has kept neither the account nor the consent", async () => {
    const typed = { full_name: "Ada King", iban: "EE382200221020145686", terms: "on" };
    const cookie = await submit(typed, submitBankDetails);
    const kept = await read(cookie, BANK, readKeptForm);
    expect(kept?.fields).toMatchObject({ full_name: "Ada King" });
    expect(Object.keys(kept?.fields ?? {})).not.toContain("iban");
    expect(Object.keys(kept?.fields ?? {})).not.toContain("terms");
    expect(JSON.stringify(kept)).not.toContain("145686");
  });

  it("is not shown for another step, another offer or another price", async () => {
    const cookie = await submit({ type: "sepa" }, submitContact);
    expect(await reload(cookie, BANK.replace("bank", "contact"))).toBeNull();
    expect(await reload(cookie, BANK, { ...OFFER, id: "8" })).toBeNull();
    expect(await reload(cookie, BANK, { ...OFFER, servicePriceCents: 1_400 })).toBeNull();
    expect(await reload(cookie, BANK, { ...OFFER, version: 4 })).toBeNull();
  });

  it("is not shown after details that lead elsewhere", async () => {
    const wrong = await submit({ city: "", iban: "EE382200221020145685" }, submitBankDetails);
    expect(await reload(wrong, BANK)).toBeNull();
    const card = await submit({ type: "card" }, submitContact);
    expect(await reload(card, BANK)).toBeNull();
  });
});

describe("contact details that were submitted as a document", () => {
  const payload = [{ ...SEEN, id: 9, title: "Fog", user_price: "20.00", status: "offer" }];
  const open: FakeApi = () => Response.json({ payload, message: null });
  async function next(fields: Record<string, string>, server = open, { isDocument = true } = {}) {
    const request = postForm(BANK, { ...CONTACT, ...SEEN, ...fields });
    return runInWebTier(request, server, (context) => {
      requireWebRequest(context).isDocument = isDocument;
      return submitContact(request, context, "9");
    });
  }

  it("lead to the bank step by a redirect: no reload sends them again", async () => {
    const { result } = await next({});
    if (!(result instanceof Response)) throw new Error("no redirect");
    expect(result.status).toBe(303);
    expect(result.headers.get("location")).toBe(BANK);
    const cookie = result.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await reload(cookie, BANK)).toMatchObject({ step: "bank", contact: CONTACT });
  });

  it("lead to the card step by a redirect, with scripts too: their URL would be another step's", async () => {
    const { result } = await next({ type: "card" });
    const { result: scripted } = await next({ type: "card" }, open, { isDocument: false });
    for (const one of [result, scripted]) {
      if (!(one instanceof Response)) throw new Error("no redirect");
      expect(one.status).toBe(303);
      expect(one.headers.get("location")).toBe(CARD);
      const cookie = one.headers.get("set-cookie")?.split(";")[0] ?? "";
      const contact = { ...CONTACT, type: "card" };
      expect(await reload(cookie, CARD)).toMatchObject({ step: "card", contact });
      expect(await reload(cookie, CARD, { ...OFFER, servicePriceCents: 1_400 })).toBeNull();
      expect(await reload(cookie, `${CARD}&card=given-card`)).toBeNull();
      expect(await reload(cookie, BANK)).toBeNull();
    }
  });

  it("need no redirect to the bank step with scripts: its URL is this one", async () => {
    const { result } = await next({}, open, { isDocument: false });
    expect(result).toMatchObject({ data: { step: "bank", contact: CONTACT } });
  });

  it.each<[string, Record<string, string>, FakeApi]>([
    ["another price is offered by now", { service_price: "14.00" }, open],
    ["the offer cannot be read", {}, () => new Response("", { status: 500 })],
    ["they are too long to be kept", longContact(), open],
  ])("are shown with their bank step if %s", async (_what, fields, server) => {
    const { result } = await next(fields, server);
    expect(result).toMatchObject({ data: { step: "bank", contact: fields } });
  });
});

/** As long as the form allows, in characters of three bytes. */
function longContact(): Record<string, string> {
  const [name, address] = ["語".repeat(NAME_LENGTH_MAX), "語".repeat(ADDRESS_LENGTH_MAX)];
  const email = `ada@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.test`;
  return { first_name: name, last_name: name, city: name, address, email };
}
