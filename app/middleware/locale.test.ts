import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { getMessage } from "./locale.ts";

it.each([
  ["1", "Please wait 1 second before you ask for another email."],
  ["55", "Please wait 55 seconds before you ask for another email."],
])("counts %s seconds of an error in loaders and actions", (seconds, text) => {
  const message = getMessage(new RouterContextProvider());
  expect(message({ code: "email_link_mail_wait", params: { seconds } })).toBe(text);
});

it("formats the amount of an error in loaders and actions", () => {
  const message = getMessage(new RouterContextProvider());
  expect(message({ code: "refund_too_large", params: { amount: "7.90" } })).toBe(
    "At most 7.90\u00a0credits can be refunded.",
  );
});
