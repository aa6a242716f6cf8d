import { describe, expect, it } from "vitest";
import { createLinkKey, isLinkKey } from "./link-keys.ts";

const OLD = "s".repeat(32);
const NEW = "n".repeat(32);
const withSecrets = (...sessionSecrets: [string, ...string[]]) => ({ config: { sessionSecrets } });
const CONTENT = "promptory withdrawal v1 W-1";

describe("the key of a mailed link", () => {
  it("stays the same from release to release, as mails are old", () => {
    expect(createLinkKey(withSecrets(OLD), CONTENT)).toBe("5CfwB7FtwY6nRqlvUNL3Qy94k8PyiFdO");
  });

  it("is signed with the first secret and accepted under each", () => {
    const key = createLinkKey(withSecrets(OLD), CONTENT);
    expect(isLinkKey(withSecrets(NEW, OLD), CONTENT, key)).toBe(true);
    expect(isLinkKey(withSecrets(NEW), CONTENT, key)).toBe(false);
    expect(createLinkKey(withSecrets(NEW, OLD), CONTENT)).not.toBe(key);
  });

  it.each([
    "",
    "W-1",
    "5CfwB7FtwY6nRqlvUNL3Qy94k8PyiFdO".slice(1),
    `${"5CfwB7FtwY6nRqlvUNL3Qy94k8PyiFdO"}=`,
  ])("is not %j", (key) => {
    expect(isLinkKey(withSecrets(OLD), CONTENT, key)).toBe(false);
  });

  it("opens nothing else", () => {
    const key = createLinkKey(withSecrets(OLD), CONTENT);
    expect(isLinkKey(withSecrets(OLD), "promptory withdrawal v1 W-2", key)).toBe(false);
  });
});
