import { expect, it } from "vitest";
import { postForm, runInWebTier } from "#tests/setup/api/web-request.ts";
import { verificationForm } from "./verification.server.ts";

/** The errors of a form with nothing but this date of birth. */
async function readErrors([year, month, day]: [string, string, string]) {
  const request = postForm("/en/dashboard/verification", {
    date_of_birth_year: year,
    date_of_birth_month: month,
    date_of_birth_day: day,
  });
  const { result } = await runInWebTier(
    request,
    () => Response.json({ payload: [] }),
    async (context) => {
      const submission = await verificationForm.parse({ request, context });
      return verificationForm.reject({ context, submission });
    },
  );
  return result.data.reply.error;
}

const thisYear = new Date().getUTCFullYear();

it.each([
  ["too young", [`${thisYear - 10}`, "5", "17"], "errors.age_too_low?years=18"],
  ["not born yet", [`${thisYear + 1}`, "5", "17"], "errors.date_of_birth_invalid"],
  ["born too long ago", [`${thisYear - 122}`, "5", "17"], "errors.date_of_birth_invalid"],
  ["born on no day", ["2001", "2", "30"], "errors.date_of_birth_invalid"],
  ["born on a day that is missing", ["", "", ""], "errors.date_of_birth_required"],
] as const)("says of who is %s, together with all other errors", async (_who, parts, error) => {
  expect(await readErrors([...parts])).toMatchObject({
    full_name: ["errors.full_name_required"],
    date_of_birth: [error],
    document_front: ["errors.document_required"],
  });
});

it("finds nothing wrong with an adult's date of birth", async () => {
  expect(await readErrors([`${thisYear - 30}`, "5", "17"])).not.toHaveProperty("date_of_birth");
});
