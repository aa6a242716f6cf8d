import type { BrowserContext } from "playwright";
import { PASSWORD } from "#tests/factories.ts";
import { ApiAgent } from "../api/api-agent.ts";

// Sessions without the forms of signing in and registering, which have tests of their own.

export const DEMO_PASSWORD = "promptory-demo";

/** Registers a user of the product at `base`, who is signed in then. Throws when it is rejected. */
export function registerUser(base: string, email: string, password = PASSWORD): Promise<ApiAgent> {
  const body = { email, password, password_confirmation: password, terms: true };
  return post(base, "/api/register", body);
}

/** Signs a user in; a demo account by its name alone. Throws when it is rejected. */
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

/** Makes a browser the one in which this user signed in. */
export async function addSession(
  context: BrowserContext,
  base: string,
  agent: ApiAgent,
): Promise<void> {
  const cookies = [...agent.cookies].map(([name, value]) => ({ name, value, url: base }));
  await context.addCookies(cookies);
}
