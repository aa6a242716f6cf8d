import { createHash } from "node:crypto";
import { DomainError, fieldError } from "#domain/errors.ts";
import { compactIban } from "#domain/iban.ts";
import { formatRate, parseAmount, parseRate, toDecimal } from "#domain/money.ts";
import { parseImageSizes } from "#domain/settings.ts";
import { findSocialIcon, formatSocialLinks, parseSocialLinks } from "#domain/social-links.ts";
import { hasRight } from "#domain/staff-roles.ts";
import { isVatIdOf } from "#domain/vat.ts";
import { recordAction } from "../audit/audit.service.ts";
import { findImage } from "../catalog/images.queries.ts";
import { renditionUrl } from "../catalog/images.ts";
import type {
  MoneySettingsBody,
  SiteSettingsBody,
  StaffSettings,
} from "../contract/staff/settings.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { isVatId } from "../documents/vat-ids.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { isSepaPartyName } from "../payouts/sepa-text.ts";
import { chooseRate, findRateRequest } from "./rate-requests.ts";
import {
  lockStaffSettings,
  putStaffSettings,
  requireStaffSettings,
  type StaffSettingsRow,
} from "./settings.queries.ts";
import { listSocialLinkRows, replaceSocialLinks } from "./site.queries.ts";

/** The smallest width: the image is displayed at text height. WebP keeps transparency. */
const CURRENCY_IMAGE_WIDTH = 160;

type Staff = Pick<SessionUser, "id" | "staffRole">;

/** The settings for staff (spec §3); money settings only with the right `payouts`. */
export async function readStaffSettings(deps: ApiDeps, staff: Staff): Promise<StaffSettings> {
  const row = await requireStaffSettings(deps.database);
  const [site, money] = [toSite(row), toMoney(row)];
  const readMoney = async () => ({
    version: toVersion(money),
    ...money,
    rate_request: await findRateRequest(deps.database),
  });
  return {
    version: toVersion({ site, money }),
    site: { version: toVersion(site), ...site },
    money: hasRight(staff.staffRole, "payouts") ? await readMoney() : null,
  };
}

function toSite(row: StaffSettingsRow) {
  return {
    company_name: row.company_name,
    company_reg_number: row.company_reg_number ?? "",
    company_representative: row.company_representative ?? "",
    company_address: row.company_address ?? "",
    company_country: row.company_country ?? "",
    company_vat_id: row.company_vat_id ?? "",
    is_vat_exempt: row.is_vat_exempt,
    support_email: row.support_email ?? "",
    company_phone: row.company_phone ?? "",
    copyright: row.copyright ?? "",
    social_links: row.social_links,
    internal_currency_name: row.internal_currency_name,
    internal_currency_image: row.internal_currency_image ?? "",
    formats: row.formats,
    sizes: row.sizes.join(", "),
    is_reg_enabled: row.is_reg_enabled,
    is_email_verification_enabled: row.is_email_verification_enabled,
  };
}

function toMoney(row: StaffSettingsRow) {
  return {
    eur_rate: formatRate(row.eur_rate_basis_points),
    deposit_min: toDecimal(row.deposit_min_cents),
    deposit_max: toDecimal(row.deposit_max_cents),
    payout_debtor_name: row.payout_debtor_name ?? "",
    payout_debtor_iban: row.payout_debtor_iban ?? "",
    payout_debtor_bic: row.payout_debtor_bic ?? "",
    is_card_payout_enabled: row.payout_methods.includes("card"),
    payout_approval_above: toLimit(row.payout_approval_above_cents),
    balance_approval_above: toLimit(row.balance_approval_above_cents),
  };
}

/**
 * The version of a form's values: 31 bits of their hash. Each form has its own version, because
 * saving the other form is no conflict.
 */
function toVersion(values: object): number {
  return createHash("sha256").update(JSON.stringify(values)).digest().readUInt32BE() >>> 1;
}

/**
 * How customers reach the company. Its pages show these details, so they can be changed but not
 * removed.
 */
const CONTACT = [
  ["company_address", "address_required"],
  ["support_email", "email_required"],
] as const;

/**
 * Saves the shop's public settings; all processes apply them immediately (decision 0018). Throws
 * settings_changed (409) when they have been changed since `version` was read; validation_failed
 * for a VAT ID that no member state, or a member state other than the company's, could have issued,
 * for removing a contact detail, and for requiring address confirmation without a mail server.
 */
export async function saveSiteSettings(
  deps: ApiDeps,
  staff: Staff,
  { version, sizes: sizesText, currency_picture: picture, ...body }: SiteSettingsBody,
): Promise<void> {
  const parsed = parseImageSizes(sizesText);
  if ("error" in parsed) throw fieldError("sizes", parsed.error);
  const { sizes } = parsed;
  const social = parseSocialLinks(body.social_links ?? "");
  if ("error" in social) throw fieldError("social_links", social.error);
  if (picture !== undefined && (await findImage(deps.database, picture)) === null) {
    throw fieldError("currency_picture", "file_required");
  }
  await save(
    deps,
    staff,
    { version, toForm: toSite, action: "settings.update" },
    async (before) => {
      validateContact(before, body);
      await validateVatId(before, body);
      const isVerificationNew =
        body.is_email_verification_enabled && !before.is_email_verification_enabled;
      if (isVerificationNew && deps.mail.isFolder) {
        throw fieldError("is_email_verification_enabled", "mail_server_required");
      }
      return {
        ...body,
        sizes,
        ...toCompany(body),
        social_links: formatSocialLinks(social.links),
        internal_currency_image: picture
          ? renditionUrl(picture, CURRENCY_IMAGE_WIDTH, "webp")
          : body.internal_currency_image || null,
      };
    },
  );
}

/** Columns are null where the form is empty. */
function toCompany(body: Omit<SiteSettingsBody, "version" | "sizes">) {
  return {
    company_reg_number: body.company_reg_number || null,
    company_representative: body.company_representative || null,
    company_address: body.company_address || null,
    company_country: body.company_country || null,
    company_vat_id: body.company_vat_id || null,
    support_email: body.support_email || null,
    company_phone: body.company_phone || null,
    copyright: body.copyright || null,
  };
}

/** Throws validation_failed. */
function validateContact(
  before: StaffSettingsRow,
  body: Pick<SiteSettingsBody, (typeof CONTACT)[number][0]>,
): void {
  for (const [field, code] of CONTACT) {
    if (before[field] && !body[field]) throw fieldError(field, code);
  }
}

/**
 * Throws validation_failed. An unchanged VAT ID is not validated again: saving a phone number must
 * not fail because of it.
 */
async function validateVatId(
  before: StaffSettingsRow,
  body: Pick<SiteSettingsBody, "company_vat_id" | "company_country">,
): Promise<void> {
  const vatId = body.company_vat_id || null;
  if (vatId === null) return;
  const isNew = vatId !== before.company_vat_id;
  if (isNew && !(await isVatId(vatId))) throw fieldError("company_vat_id", "vat_id_invalid");
  const country = body.company_country || null;
  const isPlaceNew = isNew || country !== before.company_country;
  if (country !== null && isPlaceNew && !isVatIdOf(vatId, country)) {
    throw fieldError("company_vat_id", "vat_id_country");
  }
}

/**
 * Saves the money settings: rate and limits for new deposits, the account that payouts are made
 * from, whether sellers may choose a card (decision 0040), and the amounts above which two people
 * are needed. Only owners may change those amounts, because the people bound by them could
 * otherwise lift them. Where credits by hand need two people, the rate does too (decision 0064):
 * returns true if it waits for the second one. Throws settings_changed (409), rate_request_waiting,
 * forbidden, validation_failed: cards without a provider that pays to them, an account name without
 * any character that is valid in bank files.
 */
export async function saveMoneySettings(
  deps: ApiDeps,
  staff: Staff,
  body: MoneySettingsBody,
): Promise<boolean> {
  const rate = parseRate(body.eur_rate);
  const [minCents, maxCents] = [parseAmount(body.deposit_min), parseAmount(body.deposit_max)];
  if (rate === null) throw fieldError("eur_rate", "rate_invalid");
  if (minCents === null || maxCents === null) throw fieldError("deposit_min", "amount_invalid");
  if (body.payout_debtor_name && !isSepaPartyName(body.payout_debtor_name)) {
    throw fieldError("payout_debtor_name", "full_name_not_latin");
  }
  const form = { version: body.version, toForm: toMoney, action: "settings.update_money" };
  let isRateWaiting = false;
  await save(deps, staff, form, async (before, sql) => {
    const limits = {
      payout_approval_above_cents: readLimit(body.payout_approval_above),
      balance_approval_above_cents: readLimit(body.balance_approval_above),
    };
    const isSame =
      limits.payout_approval_above_cents === before.payout_approval_above_cents &&
      limits.balance_approval_above_cents === before.balance_approval_above_cents;
    if (!isSame && !hasRight(staff.staffRole, "staff")) throw new DomainError("forbidden");
    const deposits = { deposit_min_cents: minCents, deposit_max_cents: maxCents };
    const after = { eur_rate_basis_points: rate, ...deposits, ...limits };
    const chosen = await chooseRate(sql, { actorId: staff.id, before, after, now: deps.now() });
    isRateWaiting = chosen.isWaiting;
    return {
      eur_rate_basis_points: chosen.rateBasisPoints,
      ...deposits,
      payout_debtor_name: body.payout_debtor_name || null,
      payout_debtor_iban: compactIban(body.payout_debtor_iban ?? "") || null,
      payout_debtor_bic: body.payout_debtor_bic || null,
      payout_methods: choosePayoutMethods(deps, before, body.is_card_payout_enabled),
      ...limits,
    };
  });
  return isRateWaiting;
}

/** An unchanged link keeps its icon, which the operator may have set. */
async function saveSocialLinks(sql: Sql, text: string): Promise<void> {
  const parsed = parseSocialLinks(text);
  if ("error" in parsed) throw new Error(`social links were stored as ${text}`);
  const icons = new Map((await listSocialLinkRows(sql)).map(({ url, image }) => [url, image]));
  await replaceSocialLinks(
    sql,
    parsed.links.map((link) => ({
      ...link,
      image: icons.get(link.url) ?? findSocialIcon(link.url),
    })),
  );
}

/** An empty text means no limit. */
const toLimit = (cents: number | null) => (cents === null ? "" : toDecimal(cents));
const readLimit = (text: string | undefined) => (text ? parseAmount(text) : null);

/** Bank transfers stay available: existing sellers may not have a card. */
function choosePayoutMethods(
  deps: Pick<ApiDeps, "cardPayouts">,
  { payout_methods: before }: StaffSettingsRow,
  hasCards: boolean,
): string[] {
  if (hasCards === before.includes("card")) return before;
  if (hasCards && deps.cardPayouts.current === null) {
    throw fieldError("is_card_payout_enabled", "payout_provider_required");
  }
  return hasCards ? ["sepa", "card"] : ["sepa"];
}

async function save(
  deps: ApiDeps,
  staff: Staff,
  form: { version: number; toForm: (row: StaffSettingsRow) => object; action: string },
  change: (before: StaffSettingsRow, sql: Sql) => Promise<Partial<StaffSettingsRow>>,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const before = await lockStaffSettings(sql);
    const whole = { site: toSite(before), money: toMoney(before) };
    // Web servers of earlier releases send the version of all settings together.
    const versions = [form.toForm(before), whole].map(toVersion);
    if (!versions.includes(form.version)) throw new DomainError("settings_changed");
    const after = { ...before, ...(await change(before, sql)) };
    const changed = listChanges(before, after);
    if (changed.length === 0) return;
    await putStaffSettings(sql, after);
    if (changed.includes("social_links")) await saveSocialLinks(sql, after.social_links);
    await recordAction(sql, {
      actorId: staff.id,
      action: form.action,
      subject: { kind: "settings", id: 1 },
      before: pick(before, changed),
      after: pick(after, changed),
    });
  });
}

function listChanges(before: StaffSettingsRow, after: StaffSettingsRow): string[] {
  const values = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value))
    .map(([name]) => name);
}

function pick(row: StaffSettingsRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}
