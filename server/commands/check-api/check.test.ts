import { describe, expect, it } from "vitest";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { checkApi } from "./check.ts";

type Respond = (call: string, request: Request) => Response | undefined;

const UNAUTHENTICATED = () => Response.json({ message: "Unauthenticated." }, { status: 401 });

/** A server that has nothing but what `respond` gives, and authenticates before it routes. */
function serve(respond: Respond): ApiTarget {
  return {
    isRemote: true,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace(/^\/api/, "");
      return respond(`${request.method} ${path}`, request) ?? UNAUTHENTICATED();
    },
    baseUrl: "https://backend.example/api",
    appUrl: "https://shop.example",
    headers: {},
    storageBase: "https://backend.example",
    paymentOrigins: [],
  };
}

async function findCall(respond: Respond, call: string) {
  const { calls } = await checkApi(serve(respond));
  return calls.find(({ method, path }) => `${method} ${path}` === call);
}

describe("the checker, in front of a server that authenticates before it routes", () => {
  it.each([
    "GET /social-links",
    "GET /localization/{locale}/words",
    "GET /settings",
  ])("says of %s that guests read it without a session", async (call) => {
    expect(await findCall(() => undefined, call)).toMatchObject({
      outcome: "missing",
      remark: expect.stringMatching(/^401 .*without a session/),
    });
  });
});
