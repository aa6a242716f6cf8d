import type {
  ChangePasswordBody,
  DeleteAccountBody,
  ForgotPasswordBody,
  LoginBody,
  RegisterBody,
  ResetPasswordBody,
  UpdateProfileBody,
} from "#api/contract/accounts.ts";
import { endedViewResponseSchema } from "#api/contract/people.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { isRecord } from "#app/api-client/transport/json.server.ts";
import {
  parseResponse,
  requireBalanceCents,
} from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { readStaffRole } from "#domain/staff-roles.ts";
import { type ProfilePage, profilePageSchema } from "./schemas/response-schemas.server.ts";

/** The signed-in user as screens show it. */
export type User = ReturnType<typeof toUser>;

/** All that a page for everybody knows of its reader. */
export type MemberData = {
  /** Null for guests. */
  user: User | null;
  /** Ids of the products that they keep. */
  favorites: string[];
};

/**
 * Creates the account and signs it in, where the server does so: the guards find out. Throws
 * ApiError 422 (fields), 403 registration_closed.
 */
export async function register(api: ApiClient, body: RegisterBody): Promise<void> {
  await api.send("POST", "/register", body);
}

/**
 * Signs in. A server that does not say `status: "OK"` (spec §7) is asked who is signed in now.
 * Throws ApiError 422 on field `email` for wrong credentials and for too many tries, and one
 * without a message for a login after which nobody is signed in.
 */
export async function login(api: ApiClient, body: LoginBody): Promise<void> {
  const response = await api.send("POST", "/login", body);
  if (isRecord(response) && response.status === "OK") return;
  try {
    await api.get("/user/profile");
  } catch (error) {
    // Only this contradicts the 2xx; a profile that fails otherwise fails on the next page too.
    const isGuest = error instanceof ApiError && error.status === 401;
    if (isGuest) throw new ApiError(422, "login_unconfirmed", null);
  }
}

/** Ends the session. A session that is over already is no error. */
export async function logout(api: ApiClient): Promise<void> {
  await api.send("POST", "/logout", {});
}

/** Asks for a mail with a link; the response is the same for every address. Throws ApiError 429. */
export async function requestReset(api: ApiClient, body: ForgotPasswordBody): Promise<void> {
  await api.send("POST", "/user/reset-password", body);
}

/** Throws ApiError 422: `token` (or `email`) for a link that is invalid, `password`. */
export async function resetPassword(api: ApiClient, body: ResetPasswordBody): Promise<void> {
  await api.send("POST", "/reset-password", body);
}

/** Stops seeing the shop as a person; returns whose eyes it was, or null. Throws ApiError 401. */
export async function endPersonView(api: ApiClient): Promise<string | null> {
  const response = await api.send("POST", "/view/end", {});
  const { person } = parseResponse(endedViewResponseSchema, response).payload;
  return person === null ? null : String(person);
}

/** The signed-in user. Throws ApiError 401 for a guest. */
export async function getProfile(api: ApiClient): Promise<User> {
  return toUser(parseResponse(profilePageSchema, await api.get("/user/profile")).payload);
}

/** The signed-in user, and what else the server said: undefined where it did not. */
export type Reader = { user: User; favorites?: string[]; ownsProduct?: boolean };

/**
 * The signed-in user with all that a page for everybody shows of them, of a server with the feature
 * `profile_extras`; of any other the user alone. Throws ApiError 401 for a guest.
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

/** The contact details that a member need not type again, by their names in forms; "" for none. */
export type SavedContact = ReturnType<typeof toContact>;

/** Apart from the user of every page, which would carry the address along. */
export async function getSavedContact(api: ApiClient): Promise<SavedContact> {
  return toContact(parseResponse(profilePageSchema, await api.get("/user/profile")).payload);
}

/**
 * Merges into the profile (spec §7). Throws ApiError 422: `email` when it is taken,
 * `current_password` when a new address came without it.
 */
export async function updateProfile(api: ApiClient, body: UpdateProfileBody): Promise<void> {
  await api.send("PUT", "/user/profile", body);
}

/** Ends all other sessions. Throws ApiError 422 on `current_password` for a wrong one. */
export async function changePassword(api: ApiClient, body: ChangePasswordBody): Promise<void> {
  await api.send("POST", "/user/change-password", body);
}

/**
 * Deletes the account and signs out. Throws ApiError 422: `password`, `forfeit_balance`, or a code
 * that says what must be over first.
 */
export async function deleteAccount(api: ApiClient, body: DeleteAccountBody): Promise<void> {
  await api.send("DELETE", "/user/delete", body);
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
    /** Why it cannot be spent; absent while it can, and where the server does not say. */
    hold: profile.hold ?? undefined,
    // A server that does not say asks for no confirmation, or rejects by itself (spec §8).
    isEmailVerified: profile.is_email_verified ?? true,
    isVerified: profile.verification_data?.status === "approved",
    isVerifying: profile.verification_data?.status === "in_progress",
    /** Null for everybody who is not staff. */
    staffRole: readStaffRole(profile.role, profile.staff_role),
    /** While the staff sees the shop as this person: until when. Absent for everybody else. */
    viewedUntil: profile.viewed_until
      ? new Date(profile.viewed_until * 1000).toISOString()
      : undefined,
  };
}

/** The archive of the member's own data, to be passed on as it streams. Throws ApiError 404, 429. */
export function downloadOwnData(api: ApiClient): Promise<Response> {
  return api.download("/user/data", {});
}
