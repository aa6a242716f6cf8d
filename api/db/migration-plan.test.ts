import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIGRATIONS } from "./migrate.ts";
import { checksumOf, type Migration, MigrationError, planMigrations } from "./migration-plan.ts";

/** Numbered like the product's migrations, without 0006. */
const NUMBERS = ["0001", "0002", "0003", "0004", "0005", "0007", "0008", "0009", "0010", "0011"];
const known: Migration[] = NUMBERS.map((number) => ({
  name: `${number}-step`,
  sql: `SELECT ${number}`,
}));
const record = (migration: Migration) => ({
  name: migration.name,
  checksum: checksumOf(migration),
});

describe("the plan of migrations", () => {
  it("is what a database of any earlier release lacks, in order", () => {
    fc.assert(
      fc.property(fc.nat(known.length), fc.boolean(), (count, hasChecksums) => {
        const applied = known
          .slice(0, count)
          .map((one) => (hasChecksums ? record(one) : { name: one.name, checksum: null }));
        expect(planMigrations(known, applied)).toEqual(known.slice(count));
      }),
    );
  });

  it("accepts the build's own migrations", () => {
    expect(planMigrations(MIGRATIONS, [])).toEqual(MIGRATIONS);
  });

  it("rejects an older build on a newer schema, with a sentence that says what to start", () => {
    const applied = known.map(record);
    expect(() => planMigrations(known.slice(0, -2), applied)).toThrow(
      "the database is newer than this build: it has 0010-step, 0011-step, which this build does " +
        "not know. Start the build that migrated it, or a later one.",
    );
  });

  it("rejects a migration that is numbered below an applied one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: known.length - 2 }), (missing) => {
        const applied = known.filter((_, index) => index !== missing).map(record);
        expect(() => planMigrations(known, applied)).toThrow(
          `migration ${NUMBERS[missing]}-step comes too late: this database already has number 11.`,
        );
      }),
    );
  });

  it("runs late only the three that landed late before there was a rule", () => {
    const late = ["0004-wishlist", "0005-site", "0008-search-by-language"];
    for (const { name } of MIGRATIONS.slice(0, -1)) {
      const applied = MIGRATIONS.filter((one) => one.name !== name).map(record);
      const plan = () => planMigrations(MIGRATIONS, applied).map((one) => one.name);
      if (late.includes(name)) expect(plan()).toEqual([name]);
      else expect(plan).toThrow(MigrationError);
    }
  });

  it("rejects gaps, duplicates and names without a number in the build", () => {
    const withName = (name: string) => [...known.slice(0, 2), { name, sql: "" }];
    for (const name of ["0004-gap", "0002-again", "0003_step", "three", "003-step"]) {
      expect(() => planMigrations(withName(name), [])).toThrow(
        `the migrations of this build are not in order: ${name} stands where number 0003 should.`,
      );
    }
  });

  it("rejects a changed migration, but not for its line ends or an unknown first form", () => {
    const [first] = known;
    if (!first) throw new Error("there are no migrations");
    const changed = { ...first, sql: "SELECT 2" };
    expect(() => planMigrations([changed], [record(first)])).toThrow(
      "migration 0001-step is not the one that this database was migrated with",
    );
    expect(planMigrations([changed], [{ name: first.name, checksum: null }])).toEqual([]);
    const unix = { name: "0001-step", sql: "SELECT 1;\nSELECT 2;\n" };
    const windows = { ...unix, sql: unix.sql.replaceAll("\n", "\r\n") };
    expect(planMigrations([windows], [record(unix)])).toEqual([]);
  });
});
