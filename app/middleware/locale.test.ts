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
