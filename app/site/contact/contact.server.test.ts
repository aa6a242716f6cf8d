import { expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { contactForm } from "./contact.server.ts";

const MESSAGE = { first_name: "Ada", email: "ada@example.test", message: "Hello" };

it.each<[string, { country: string }, string | undefined]>([
  ["a code", { country: "EE" }, "EE"],
  ["a number of another server's list", { country: "1" }, "1"],
  ["none", { country: "" }, undefined],
])("a message has a country: %s", async (_, fields, country) => {
  const request = postForm("/en/contact-us", { ...MESSAGE, ...fields });
  const api = () => Response.json({ message: "Unauthenticated." }, { status: 401 });
  const { result } = await runInWebTier(request, api, (context) =>
    contactForm.parse({ request, context }),
  );
  expect(result).toMatchObject({ status: "success", value: country ? { country } : {} });
});
