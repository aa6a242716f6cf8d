import type {
  ChangePasswordBody,
  DeleteAccountBody,
  ForgotPasswordBody,
  LoginBody,
  RegisterBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from "#api/contract/accounts.ts";
import { endedViewResponseSchema } from "#api/contract/staff/people.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import {
  parseResponse,
  requireBalanceCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import { isRecord } from "#domain/json.ts";
import { readStaffRole } from "#domain/staff-roles.ts";
import { type ProfilePage, profilePageSchema } from "./schemas/response-schemas.server.ts";

/** The signed-in user as used by screens. */
export type User = ReturnType<typeof toUser>;

/** The data about the reader on a public page. */
export type MemberData = {
  /** Null for guests. */
  user: User | null;
  /** Ids of the user's favorite products. */
  favorites: string[];
};

/**
 * Creates the account; returns whether this has also signed it in, which not every server does. If
 * that is unknown, the guards determine it. Throws ApiError 422 (fields), 403 registration_closed.
 */
export async function register(api: ApiClient, body: RegisterBody): Promise<boolean> {
  await api.send("POST", "/register", body);
  return !(await isGuest(api));
}

/** True if the server reports that nobody is signed in; other failures do not mean that. */
async function isGuest(api: ApiClient): Promise<boolean> {
  try {
    await api.get("/user/profile");
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}

/**
 * Signs in. If the response lacks `status: "OK"` (spec §7), checks who is signed in. Throws
 * ApiError 422 on field `email` for wrong credentials and for too many attempts, and one without a
 * message if nobody is signed in afterwards.
 */
export async function login(api: ApiClient, body: LoginBody): Promise<void> {
  const response = await api.send("POST", "/login", body);
  if (isRecord(response) && response.status === "OK") return;
  // Only this contradicts the 2xx; any other failure will show on the next page as well.
  if (await isGuest(api)) throw new ApiError(422, "login_unconfirmed", null);
}

/**
 * Ends the session. Always deletes its cookies, because not every server does. A redirect is not an
 * error: either the session had already ended, or the server first requires a confirmed address,
 * and without cookies nobody can use the session. Throws any other error.
 */
export async function logout(api: ApiClient): Promise<void> {
  try {
    await api.send("POST", "/logout", {});
  } catch (error) {
    if (!(error instanceof Response)) throw error;
  }
  api.jar.clear();
}

/** Requests a mail with a link; the response is the same for every address. Throws ApiError 429. */
export async function requestReset(api: ApiClient, body: ForgotPasswordBody): Promise<void> {
  await api.send("POST", "/user/reset-password", body);
}

/**
 * Throws ApiError 422: `token` (or `email`) for an invalid link, `password` for an invalid
 * password.
 */
export async function resetPassword(api: ApiClient, body: ResetPasswordBody): Promise<void> {
  await api.send("POST", "/reset-password", body);
}

/** Stops viewing the shop as a user; returns that user's id, or null. Throws ApiError 401. */
export async function endPersonView(api: ApiClient): Promise<string | null> {
  const response = await api.send("POST", "/view/end", {});
  const { person } = parseResponse(endedViewResponseSchema, response).payload;
  return person === null ? null : String(person);
}

/** The signed-in user. Throws ApiError 401 for a guest. */
export async function getProfile(api: ApiClient): Promise<User> {
  return toUser(parseResponse(profilePageSchema, await api.get("/user/profile")).payload);
}

/** The signed-in user, plus optional data: undefined if the server omits it. */
export type Reader = { user: User; favorites?: string[]; ownsProduct?: boolean };

/**
 * The signed-in user, with everything that a public page shows about them if the server has the
 * feature `profile_extras`; otherwise the user alone. Throws ApiError 401 for a guest.
 */
export async function getReader(
  api: ApiClient,
  product: { id: string } | undefined,
): Promise<Reader> {
  const query = { favorites: "1", product_id: product?.id };
  const { payload } = parseResponse(profilePageSchema, await api.get("/user/profile", query));
  return {
    user: toUser(payload),
    favorites: payload.favorite_ids?.map(String),
    ownsProduct: payload.owns_product,
  };
}

/** The member's contact details for prefilling, by form field name; "" if missing. */
export type SavedContact = ReturnType<typeof toContact>;

/**
 * Separate from the user object, which is part of every page and would include the address
 * needlessly.
 */
export async function getSavedContact(api: ApiClient): Promise<SavedContact> {
  return toContact(parseResponse(profilePageSchema, await api.get("/user/profile")).payload);
}

/**
 * Merges fields into the profile (spec §7). Throws ApiError 422: `email` if it is taken,
 * `current_password` if a new address requires it and it is missing.
 */
export async function updateProfile(api: ApiClient, body: UpdateProfileBody): Promise<void> {
  await api.send("PUT", "/user/profile", body);
}

/** Ends all other sessions. Throws ApiError 422 on `current_password` for a wrong one. */
export async function changePassword(api: ApiClient, body: ChangePasswordBody): Promise<void> {
  await api.send("POST", "/user/change-password", body);
}

/**
 * Deletes the account and signs out, as `logout` does. Throws ApiError 422: `password`,
 * `forfeit_balance`, or the code of a blocker.
 */
export async function deleteAccount(api: ApiClient, body: DeleteAccountBody): Promise<void> {
  await api.send("DELETE", "/user/delete", body);
  api.jar.clear();
}

function toContact(profile: ProfilePage) {
  return {
    first_name: profile.name ?? "",
    last_name: profile.surname ?? "",
    email: profile.email,
    phone: profile.phone ?? "",
    address: profile.address ?? "",
    city: profile.city ?? "",
    post_code: profile.post_code ?? "",
    country: profile.country ?? "",
  };
}

function toUser(profile: ProfilePage) {
  return {
    id: profile.id === undefined ? null : String(profile.id),
    email: profile.email,
    name: profile.name ?? "",
    surname: profile.surname ?? "",
    phone: profile.phone ?? "",
    balanceCents: requireBalanceCents(profile.balance),
    /** Why the balance is blocked; absent if it is not, or if the server does not report it. */
    hold: profile.hold ?? undefined,
    /**
     * Null if the server does not state it: it requires no confirmation, or rejects requests itself
     * (spec §8).
     */
    isEmailVerified: profile.is_email_verified ?? null,
    isVerified: profile.verification_data?.status === "approved",
    isVerifying: profile.verification_data?.status === "in_progress",
    /** Null unless staff. */
    staffRole: readStaffRole(profile.role, profile.staff_role),
    /** When a staff member's view as this user ends; absent if there is none. */
    viewedUntil: profile.viewed_until ? fromUnixSeconds(profile.viewed_until) : undefined,
  };
}

/** The member's data export, as a stream. Throws ApiError 404, 429. */
export function downloadOwnData(api: ApiClient): Promise<Response> {
  return api.download("/user/data", {});
}
