import type { BrowserContext } from "playwright";
import { PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "../api/api-agent.ts";

// Creates sessions without the sign-in and registration forms, which have their own tests.

export const DEMO_PASSWORD = "promptory-demo";

/** Registers a user of the product at `base` and signs them in. Throws if it is rejected. */
export function registerUser(base: string, email: string, password = PASSWORD): Promise<ApiAgent> {
  const body = { email, password, password_confirmation: password, terms: true };
  return post(base, "/api/register", body);
}

/** Signs a user in, a demo account just by its name. Throws if it is rejected. */
export function signInUser(
  base: string,
  email: string,
  password = DEMO_PASSWORD,
): Promise<ApiAgent> {
  const address = email.includes("@") ? email : `${email}@promptory.test`;
  return post(base, "/api/login", { email: address, password });
}

async function post(base: string, path: string, body: object): Promise<ApiAgent> {
  const agent = new ApiAgent(fetch, { appUrl: base });
  const { status, text } = await agent.post(path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return agent;
}

/** Adds this user's session to a browser. */
export async function addSession(
  context: BrowserContext,
  base: string,
  agent: ApiAgent,
): Promise<void> {
  const cookies = [...agent.cookies].map(([name, value]) => ({ name, value, url: base }));
  await context.addCookies(cookies);
}
