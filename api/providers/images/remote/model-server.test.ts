import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillWorkflow, parseWorkflow } from "../comfyui/workflow.ts";
import { configureImages } from "../registry.ts";
import { decodeBase64, quoteServer, readRetryAfter } from "./model-server.ts";

// Property tests of responses from untrusted servers, and tests of the settings.

describe("base64 of a server", () => {
  it("is the bytes, in each form that servers send", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        for (const form of [text, `data:image/png;base64,${text}`, `${text}\n`]) {
          expect(decodeBase64(form)).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });

  it.each([
    "a",
    " ",
    "=",
    "\n",
    "a=",
    "= ",
  ])("is rejected as quickly when it is long: %j", (part) => {
    // With quadratic time, this would take hours and exceed the test's time limit.
    const text = `${part.repeat(8_000_000 / part.length)}%`;
    expect(decodeBase64(text)).toBeNull();
  });

  it("never throws, and is bytes or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const decoded = decodeBase64(text);
        expect(decoded === null || Buffer.isBuffer(decoded)).toBe(true);
      }),
    );
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-11-23T10:00:00Z");

  it.each([
    ["0", 0],
    ["12", 12_000],
    ["Mon, 23 Nov 2026 10:00:30 GMT", 30_000],
    ["Mon, 23 Nov 2026 09:00:00 GMT", 0],
    ["99999999999999999999", undefined],
  ])("%s", (value, expected) => {
    expect(readRetryAfter(new Headers({ "retry-after": value }), now)).toBe(expected);
  });

  it("is never longer than ten minutes, never in the past, whatever is sent", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\x20-\x7e]*$/), (value) => {
        const ms = readRetryAfter(new Headers({ "retry-after": value }), now);
        expect(ms === undefined || (ms >= 0 && ms <= 600_000)).toBe(true);
      }),
    );
  });
});

describe("a server's words in the log", () => {
  it("are one short line without what was sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ minLength: 1 }), (said, prompt) => {
        const line = quoteServer(`${said}${prompt}${said}`, [prompt]);
        expect(line.length).toBeLessThanOrEqual(203);
        expect(/\p{Cc}/u.test(line)).toBe(false);
      }),
    );
    expect(quoteServer(`no: "a fox" is rude`, ["a fox"])).toBe('no: "[...]" is rude');
    expect(quoteServer({ a: 1 }, [])).toBe("");
  });
});

describe("a workflow", () => {
  const node = (inputs: Record<string, unknown>) => ({ "1": { class_type: "Any", inputs } });
  const places = { prompt: "x {{prompt}}", seed: "{{seed}}", width: "{{width}}" };

  it("has any prompt put in as it is", () => {
    const parsed = parseWorkflow(JSON.stringify(node(places)));
    if (!("workflow" in parsed)) throw new Error(parsed.problem);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (prompt, seed) => {
        const filled = fillWorkflow(parsed.workflow, { prompt, seed, width: 512, height: 512 });
        expect(filled).toEqual(node({ prompt: `x ${prompt}`, seed, width: 512 }));
      }),
    );
  });

  it.each([
    ["", "is no JSON"],
    ["[1]", "API format"],
    ["{}", "API format"],
    ['{"nodes":[],"links":[]}', "API format"],
    [JSON.stringify(node({ text: "{{prompt}}" })), "{{seed}}"],
    [JSON.stringify(node({ seed: 5 })), "{{prompt}} and {{seed}}"],
  ])("%s is distinguished from a working one", (text, said) => {
    const parsed = parseWorkflow(text);
    expect("problem" in parsed && parsed.problem).toContain(said);
  });
});

describe("settings of image models", () => {
  const problemsOf = (name: string, settings: Record<string, string> = {}) =>
    configureImages(name, settings).problems;

  it("are none for the engine that the shop comes with", () => {
    expect(configureImages("procedural", {})).toEqual({ images: null, problems: [] });
  });

  it.each<[string, Record<string, string>, string[]]>([
    ["dalle", {}, ['IMAGE_PROVIDER: "dalle" is none of procedural, openai, sdwebui, comfyui']],
    ["openai", { IMAGE_API_KEY: "sk-1" }, ["IMAGE_MODEL: is missing: the model's name"]],
    ["openai", { IMAGE_MODEL: "gpt-image-1" }, ["IMAGE_API_KEY: is missing"]],
    [
      "openai",
      { IMAGE_MODEL: "a b", IMAGE_API_KEY: "a\nb", IMAGE_DEADLINE_SECONDS: "9999" },
      ["IMAGE_API_KEY: must be printable", "IMAGE_MODEL: must be", "IMAGE_DEADLINE_SECONDS:"],
    ],
    ["sdwebui", {}, ["IMAGE_API_URL: is missing: the address of a server"]],
    [
      "sdwebui",
      { IMAGE_API_URL: "http://gpu:7860", IMAGE_API_KEY: "user", IMAGE_STEPS: "0" },
      ["IMAGE_API_KEY: must be user:password", "IMAGE_STEPS: must be at least 1"],
    ],
    [
      "sdwebui",
      { IMAGE_API_URL: "http://user:hunter2@gpu:7860" },
      ["IMAGE_API_URL: must be without user"],
    ],
    [
      "comfyui",
      { IMAGE_API_URL: "ftp://gpu", IMAGE_WORKFLOW: "/nowhere/workflow.json" },
      ["IMAGE_API_URL: must be an http(s) URL", "IMAGE_WORKFLOW: /nowhere/workflow.json cannot"],
    ],
    ["comfyui", {}, ["IMAGE_API_URL: is missing", "IMAGE_WORKFLOW: is missing"]],
  ])("of %s with %j say what is wrong", (name, settings, expected) => {
    const problems = problemsOf(name, settings);
    expect(problems).toHaveLength(expected.length);
    for (const [at, said] of expected.entries()) expect(problems[at]).toContain(said);
    expect(problems.join()).not.toContain("hunter2");
  });
});
