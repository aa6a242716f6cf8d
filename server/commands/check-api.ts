import { parseArgs } from "node:util";
import { errnoOf } from "#api/errno.ts";
import { checkApi } from "./check-api/check.ts";
import { formatReport } from "./check-api/format-report.ts";

// A separate program (`npm run check:api -- URL`): reports which features that this web app needs
// are missing from a marketplace API.

const USAGE = `npm run check:api -- URL [--as email:password] [--origin URL] [--write] [--json]

URL        the API's base, such as https://backend.example/api
--as       signs in, and reads what members see
--origin   the shop's public address (APP_URL); default http://localhost:3000
--write    also tries what changes nothing in the end: a favorite on and off, an amount; and sends as
           the member, without a body, writes that cannot be told apart from missing ones without
--json     the report as JSON

Exit code: 1 when a required call is missing or failed, 2 for wrong arguments, else 0: some of them
may not have been tried (?), for want of a member, an order or a deposit.
`;

class UsageError extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      as: { type: "string" },
      origin: { type: "string", default: "http://localhost:3000" },
      write: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [url] = positionals;
  if (positionals.length !== 1 || url === undefined || !/^https?:\/\//.test(url)) {
    throw new UsageError("the API's base URL is needed");
  }
  const [, email, password] = /^([^:]+):(.+)$/.exec(values.as ?? "") ?? [];
  if (values.as !== undefined && (!email || !password)) {
    throw new UsageError("--as needs email:password");
  }
  return { url: url.replace(/\/+$/, ""), email, password, ...values };
}

/** Throws an Error if nothing accepts connections there: every call would fail in the same way. */
async function assertReachable(url: string): Promise<void> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(8_000) });
    await response.body?.cancel();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = errnoOf(cause) || (cause instanceof Error ? cause.message : String(cause));
    throw new Error(`cannot connect to ${url}: ${reason}`);
  }
}

async function main(): Promise<number> {
  const { url, email, password, origin, write, json } = readArguments();
  await assertReachable(url);
  const report = await checkApi(
    {
      fetch: (request) => fetch(request),
      // The limits of the shop apply to the check as well.
      isRemote: true,
      baseUrl: url,
      appUrl: new URL(origin).origin,
      headers: {},
      storageBase: new URL(url).origin,
      paymentOrigins: [],
    },
    { account: email && password ? { email, password } : undefined, isWriting: write },
  );
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`);
  return report.isUsable ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isWrong = error instanceof UsageError || (error instanceof TypeError && "code" in error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isWrong ? `${message}\n\n${USAGE}` : `${message}\n`);
  process.exitCode = isWrong ? 2 : 1;
}
