import { describe, expect, it } from "vitest";
import english from "#locales/en.json" with { type: "json" };
import { LOCK_ORDER } from "./accounts/delete-account.ts";
import { writesLimit } from "./http/rate-limit.ts";
import { nouns } from "./nouns.ts";

// Some jobs run only where a provider or a search engine is configured, so their sources are read
// instead.
const SOURCES = import.meta.glob<string>(["./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

describe("the nouns", () => {
  it("have names of their own", () => {
    const names = nouns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("name each rate limit once, because all limits share one table", () => {
    const names = [writesLimit, ...nouns.flatMap((noun) => noun.limits ?? [])].map(
      ({ name }) => name,
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("name each job once, because metrics count runs by name", () => {
    const names = Object.values(SOURCES).flatMap((source) =>
      [...source.matchAll(/\bname: "([^"]+)",\s*everyMs|\bretentionJob\(\s*\w+,\s*"([^"]+)"/g)].map(
        ([, job, retention]) => job ?? retention,
      ),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("send the mails that have texts, each of one noun", () => {
    const subjects = Object.keys(english).filter((key) => /^mail\..*\.subject$/.test(key));
    const sent = nouns.flatMap((noun) => noun.mails ?? []).map((prefix) => `${prefix}.subject`);
    expect(sent.sort()).toEqual(subjects.sort());
  });

  it("that lock rows for a deletion are all in its lock order, and no other", () => {
    const locking = nouns.filter((noun) => noun.accountDeletion?.lock).map(({ name }) => name);
    expect([...LOCK_ORDER].sort()).toEqual(locking.sort());
  });

  it("are locked like settling a deposit and buying lock: deposit, wallet, user", () => {
    expect(LOCK_ORDER).toEqual(["deposits", "wallet", "accounts"]);
  });
});
