import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createWebRequest } from "./web-request.ts";

const parts: Parameters<typeof createWebRequest>[0] = {
  config: { trustProxy: false, defaultLocale: "en" },
  log: pino({ level: "silent" }),
  apiTarget: {
    fetch: async () => new Response(),
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "",
    paymentOrigins: [],
  },
  cipher: { encrypt: (_purpose, text) => text, decrypt: (_purpose, text) => text },
  now: () => new Date(0),
};

// A member's page is made in several attempts: kept, shared, and for this member alone.
it("all attempts to make the page of a request share its reads of the API", () => {
  const open = (incoming: IncomingMessage | undefined) =>
    createWebRequest(parts, { incoming }, { forwardedFor: undefined, nonce: "" }).pageReads;
  const [one, other] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())];
  expect(open(one)).toBe(open(one));
  expect(open(one)).not.toBe(open(other));
  expect(open(undefined)).not.toBe(open(undefined));
});
