import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import {
  changePasswordSchema,
  deleteAccountSchema,
  updateProfileSchema,
} from "#api/contract/accounts.ts";
import { changePassword, deleteAccount, updateProfile } from "#app/api-client/accounts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { parseForm, statusOfRefusal, withoutSecrets } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { getLocale, getMessage } from "#app/middleware/locale.ts";
import { getApi, getUrl, redirectToLogin } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { PROFILE_FAILURES, type ProfileIntent } from "./profile-intents.ts";

type Context = Readonly<RouterContextProvider>;

const intentShape = { intent: z.string().optional() };
export const profileFormSchema = updateProfileSchema.extend({
  ...intentShape,
  // The contract merges what is given; a form gives all there is, and an address is always there.
  email: updateProfileSchema.shape.email.unwrap(),
});
export const passwordFormSchema = changePasswordSchema.safeExtend(intentShape);
export const deletionFormSchema = deleteAccountSchema.extend(intentShape);

export const PROFILE_FIELDS = ["name", "surname", "phone", "email", "current_password"] as const;
export const PASSWORD_FIELDS = ["current_password", "password", "password_confirmation"] as const;
export const DELETION_FIELDS = ["password", "forfeit_balance", "expected_balance"] as const;

type Reply = SubmissionResult<string[]>;

/** Saves names, phone number and address; what is left empty is taken away. */
export async function saveProfile(request: Request, context: Context) {
  const names = [...PROFILE_FIELDS, "intent"];
  const submission = await parseForm(request, profileFormSchema, names);
  if (submission.status !== "success") return refuse("profile", submission.reply(), 422);
  const { email, name = "", surname = "", phone = "", current_password } = submission.value;
  try {
    await updateProfile(getApi(context), { email, name, surname, phone, current_password });
  } catch (error) {
    return refuseWith(context, "profile", error, (message) =>
      replyWithApiError(submission, error, message),
    );
  }
  return redirectTo(context, "/dashboard/profile", { kind: "success", key: "profile.saved" });
}

export async function savePassword(request: Request, context: Context) {
  const names = [...PASSWORD_FIELDS, "intent"];
  const submission = await parseForm(request, passwordFormSchema, names);
  if (submission.status !== "success") return refuse("password", submission.reply(), 422);
  const { intent: _, ...passwords } = submission.value;
  try {
    await changePassword(getApi(context), passwords);
  } catch (error) {
    return refuseWith(context, "password", error, (message) =>
      replyWithApiError(submission, error, message),
    );
  }
  const toast = { kind: "success", key: "profile.password_saved" } as const;
  return redirectTo(context, "/dashboard/profile", toast);
}

/** Deletes the account and goes home, as a guest. */
export async function removeAccount(request: Request, context: Context) {
  const names = [...DELETION_FIELDS, "intent"];
  const submission = await parseForm(request, deletionFormSchema, names);
  if (submission.status !== "success") return refuse("delete", submission.reply(), 422);
  const { intent: _, ...body } = submission.value;
  try {
    await deleteAccount(getApi(context), body);
  } catch (error) {
    return refuseWith(context, "delete", error, (message) =>
      replyWithApiError(submission, error, message),
    );
  }
  return redirectTo(context, "/", { kind: "success", key: "profile.deleted" });
}

function refuse(intent: ProfileIntent, reply: Reply, status: number) {
  const secrets = ["current_password", "password", "password_confirmation"];
  return data({ intent, reply: withoutSecrets(reply, secrets) }, { status });
}

/** A refusal of the API, in the reader's language; one that is away says what did not work. */
function refuseWith(
  context: Context,
  intent: ProfileIntent,
  error: unknown,
  toReply: (message: (english: string) => string) => Reply,
) {
  // The profile's own path is asked to learn who the user is; there a 401 redirects nobody.
  if (error instanceof ApiError && error.status === 401) {
    throw redirectToLogin(getLocale(context), getUrl(context));
  }
  const message = getMessage(context);
  const reply = toReply((text) => message(text || PROFILE_FAILURES[intent]));
  return refuse(intent, reply, statusOfRefusal(error));
}
