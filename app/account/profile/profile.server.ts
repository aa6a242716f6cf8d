import { z } from "zod";
import {
  changePasswordSchema,
  deleteAccountSchema,
  updateProfileSchema,
} from "#api/contract/accounts.ts";
import { billingDetailsSchema } from "#api/contract/documents.ts";
import {
  changePassword,
  deleteAccount,
  type SavedContact,
  updateProfile,
} from "#app/api-client/accounts.server.ts";
import { cancelEmailChange } from "#app/api-client/email-verification.server.ts";
import {
  type BillingDetails,
  saveBillingDetails,
} from "#app/api-client/wallet/documents.server.ts";
import { getWithdrawalOptions } from "#app/api-client/withdrawals.server.ts";
import { optionalListedCountrySchema } from "#app/forms/country/listed-country.server.ts";
import { defineForm, type FormArgs } from "#app/forms/define-form.server.ts";
import { clearKeptForm } from "#app/forms/kept-form.server.ts";
import { clearDeskBrowser } from "#app/middleware/desk-browser.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { hasUnsent } from "#app/middleware/note-unsent.ts";
import { getApi, getUrl, redirectToLogin } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { leaveDocument, redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { normalizeEmail } from "#domain/accounts.ts";

const intentShape = { intent: z.string().optional() };

export const profileForm = defineForm(
  updateProfileSchema.extend({
    ...intentShape,
    // The contract merges the given fields; the form sends all of them, always including the
    // address.
    email: updateProfileSchema.shape.email.unwrap(),
    country: optionalListedCountrySchema,
    // A hidden field must not cause the form to be rejected.
    shown: z.string().max(4_000).optional().catch(undefined),
  }),
  { id: "profile-form", failure: "request_failed", secrets: ["current_password"] },
);

export const passwordForm = defineForm(changePasswordSchema.safeExtend(intentShape), {
  id: "password-form",
  failure: "password_change_failed",
  unclear: "password_unclear",
  secrets: ["current_password", "password", "password_confirmation"],
});

export const cancelForm = defineForm(z.object(intentShape), {
  id: "cancel_email-form",
  failure: "request_failed",
});

export const invoiceForm = defineForm(
  billingDetailsSchema.safeExtend({ ...intentShape, country: optionalListedCountrySchema }),
  { id: "invoices-form", failure: "request_failed" },
);

export const deletionForm = defineForm(deleteAccountSchema.extend(intentShape), {
  id: "delete-form",
  failure: "request_failed",
  unclear: "deletion_unclear",
  secrets: ["password"],
});

/** The profile's path without the deletion dialog, which should not reopen automatically. */
function getProfileUrl(context: Context): URL {
  const url = new URL(getUrl(context));
  url.searchParams.delete("delete");
  return url;
}

/**
 * The profile's own path is exempt from the redirect on 401, since it is used to determine the
 * user.
 */
const toLogin = (context: Context) => ({
  401: () => redirectToLogin(getLocale(context), getProfileUrl(context)),
});

const CONTACT_FIELDS = [
  "name",
  "surname",
  "phone",
  "address",
  "city",
  "post_code",
  "country",
] as const;

/**
 * Saves names, phone number, address and e-mail address, as far as they differ from what the form
 * showed: another tab may have saved the rest in the meantime. Empty fields are cleared.
 */
export async function saveProfile(args: FormArgs) {
  return profileForm.handle(
    args,
    async ({ email, current_password, shown, ...given }, api) => {
      const before = readShown(shown);
      // A form sends all its fields, so a missing one was emptied.
      const fields = CONTACT_FIELDS.map((name) => [name, given[name] ?? ""] as const);
      const changes = Object.fromEntries(fields.filter(([name, text]) => text !== before[name]));
      const isSame = normalizeEmail(email) === normalizeEmail(before.email ?? "");
      const address = isSame ? {} : { email, current_password };
      const body = { ...changes, ...address };
      if (Object.keys(body).length > 0) await updateProfile(api, body);
      const toast = { kind: "success", key: "profile.saved" } as const;
      return redirectTo(args.context, "/dashboard/profile", toast);
    },
    toLogin(args.context),
  );
}

const shownSchema = z.record(z.string(), z.string());

/**
 * The values that the form showed (`ProfileForm`); empty if they are unreadable, in which case all
 * fields are sent.
 */
function readShown(text: string | undefined): Partial<Record<string, string>> {
  try {
    return shownSchema.safeParse(JSON.parse(text ?? "")).data ?? {};
  } catch {
    return {};
  }
}

export async function savePassword(args: FormArgs) {
  return passwordForm.handle(
    args,
    async ({ intent: _, ...passwords }, api) => {
      await changePassword(api, passwords);
      const toast = { kind: "success", key: "profile.password_saved" } as const;
      return redirectTo(args.context, "/dashboard/profile", toast);
    },
    toLogin(args.context),
  );
}

/** Keeps the account's address; the link mailed to the new address becomes invalid. */
export async function cancelChange(args: FormArgs) {
  return cancelForm.handle(
    args,
    async (_, api) => {
      await cancelEmailChange(api);
      const toast = { kind: "success", key: "profile.email_canceled" } as const;
      return redirectTo(args.context, "/dashboard/profile", toast);
    },
    toLogin(args.context),
  );
}

/** Initial values of the form: the person's own details until billing details have been saved. */
export function prefillInvoices(billing: BillingDetails, contact: SavedContact): BillingDetails {
  if (billing.company_name !== "" || billing.address !== "") return billing;
  const { address, city, post_code, country } = contact;
  return { ...billing, address, city, post_code, country };
}

/** Saves billing details for later invoices; empty fields are cleared. */
export async function saveInvoices(args: FormArgs) {
  return invoiceForm.handle(
    args,
    async ({ intent: _, ...details }, api) => {
      await saveBillingDetails(api, details);
      const toast = { kind: "success", key: "profile.invoices_saved" } as const;
      return redirectTo(args.context, "/dashboard/profile", toast);
    },
    toLogin(args.context),
  );
}

const ORDERS_LISTED_MAX = 5;

export type LockedOrders = NonNullable<Awaited<ReturnType<typeof loadLockedOrders>>>;

/**
 * The orders whose refund a deletion would give up, only the newest few: those that can be
 * withdrawn from, with their price (`openCents`), and separately those that an undecided withdrawal
 * may concern (`heldCents`). Null if there are none, or if the server does not report them.
 */
export async function loadLockedOrders(context: Context) {
  const options = await orNull(context, "withdrawals", getWithdrawalOptions(getApi(context)));
  if (!options?.ordersCents) return null;
  const { orders, heldOrders, heldCents, ordersCents } = options;
  return {
    orders: orders.slice(0, ORDERS_LISTED_MAX),
    heldOrders: heldOrders.slice(0, ORDERS_LISTED_MAX),
    openCents: Math.max(0, ordersCents - heldCents),
    heldCents,
    ordersCents,
  };
}

/**
 * Deletes the account and redirects home, as a guest, with a document navigation as in `logout`,
 * removing the same cookies. A sender without a session is redirected to login, which asks them to
 * sign in to see whether the account still exists: if an earlier response was lost, "nothing was
 * saved" would be wrong.
 */
export async function removeAccount(args: FormArgs) {
  if (hasUnsent(args.context)) {
    const url = getProfileUrl(args.context);
    return leaveDocument(redirectToLogin(getLocale(args.context), url, "deletion"));
  }
  return deletionForm.handle(
    args,
    async ({ intent: _, ...body }, api) => {
      await deleteAccount(api, body);
      const toast = { kind: "success", key: "profile.deleted" } as const;
      const response = leaveDocument(await redirectTo(args.context, "/", toast));
      return clearDeskBrowser(args.context, await clearKeptForm(args.context, response));
    },
    toLogin(args.context),
  );
}
