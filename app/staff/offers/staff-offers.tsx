import { readCursor } from "#app/api-client/history.server.ts";
import { listStaffOffers, toImageUrl } from "#app/api-client/selling/offers.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentCursors, readListQuery } from "#app/staff/table/table-path.ts";
import { Link } from "#app/ui/base/link.tsx";
import { OfferImage } from "#app/ui/offer-image.tsx";
import { isOverdue } from "#domain/business-days.ts";
import { formatDay } from "#domain/dates.ts";
import { OFFER_STATUSES } from "#domain/offers.ts";
import { STAFF_LIST_SORTS } from "#domain/staff-search.ts";
import type { Route } from "./+types/staff-offers";

const CHOICES = { status: OFFER_STATUSES, sort: STAFF_LIST_SORTS };

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "offers");
  const api = getApi(context);
  const { searchParams } = getUrl(context);
  const query = readListQuery(searchParams, CHOICES);
  const status = query.status ?? "pending";
  const list = await listStaffOffers(api, { ...query, status }, readCursor(searchParams));
  const now = requireWebRequest(context).now();
  const offers = list.items.map((offer) => ({
    id: offer.id,
    title: offer.title,
    email: offer.user.email,
    userPriceCents: offer.userPriceCents,
    servicePriceCents: offer.servicePriceCents,
    replyBy: offer.replyBy,
    isOverdue: offer.replyBy !== null && isOverdue(offer.replyBy, now),
    createdAt: offer.createdAt,
    thumb: toImageUrl(api, offer, "thumb", "/staff/offers"),
  }));
  return { query, status, offers, newer: list.newer, older: list.older, counts: list.counts };
}

/** All users' offers by status, longest waiting first unless sorted (design §4). */
export default function StaffOffers({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const format = useFormat();
  const { query, status, offers, newer, older, counts } = loaderData;
  return (
    <StaffTable
      title={t("staff_offers.title")}
      path="/staff/offers"
      query={query}
      search={t("staff_orders.search")}
      hint={t("staff_offers.search_hint")}
      tabs={{
        name: "status",
        label: t("offers.status"),
        current: status,
        choices: OFFER_STATUSES.map((value) => ({
          value,
          text: t(`staff_offers.status_${value}`),
          count: counts?.[value],
        })),
      }}
      rows={offers}
      keyOf={({ id }) => id}
      {...adjacentCursors(newer, older)}
      empty={t("staff_offers.empty")}
      order={{ text: t("staff_table.oldest"), sort: "date" }}
      columns={[
        {
          title: t("offers.name"),
          render: ({ id, title, email, thumb }) => (
            <span className="flex items-center gap-4">
              <OfferImage src={thumb} />
              <span className="min-w-0">
                <Link to={staffPath("offers", id)} className="link font-medium wrap-anywhere">
                  <bdi>{title}</bdi>
                </Link>
                <span className="block text-sm wrap-anywhere text-muted">
                  <EmailAddress email={email} />
                </span>
              </span>
            </span>
          ),
        },
        {
          title: t("staff_offers.asked"),
          sort: "amount",
          isNumber: true,
          render: ({ userPriceCents }) => format.money(userPriceCents),
        },
        // Pending offers show the due date, others our price.
        status === "pending"
          ? {
              title: t("staff_offers.reply_by"),
              keepsWords: true,
              render: ({ replyBy, isOverdue }) => (
                <span className={isOverdue ? "font-medium text-negative" : ""}>
                  {replyBy === null ? "–" : formatDay(replyBy)}
                  {isOverdue ? ` (${t("staff_offers.overdue")})` : ""}
                </span>
              ),
            }
          : {
              title: t("offer.our_price"),
              isNumber: true,
              render: ({ servicePriceCents }) =>
                servicePriceCents === null ? "–" : format.money(servicePriceCents),
            },
        {
          title: t("offer.created"),
          sort: "date",
          keepsWords: true,
          render: ({ createdAt }) => formatDay(createdAt),
        },
      ]}
    />
  );
}
