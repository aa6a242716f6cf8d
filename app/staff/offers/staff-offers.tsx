import { listStaffOffers, toImageUrl } from "#app/api-client/offers.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { readPage } from "#app/staff/read-page.ts";
import { StaffList } from "#app/staff/staff-list.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { OfferImage } from "#app/ui/offer-image.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { formatDay } from "#domain/dates.ts";
import { OFFER_STATUSES, type OfferStatus as Status } from "#domain/offers.ts";
import type { Route } from "./+types/staff-offers";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "offers");
  const api = getApi(context);
  const query = getUrl(context).searchParams;
  const status: Status = OFFER_STATUSES.find((one) => one === query.get("status")) ?? "pending";
  const list = await listStaffOffers(api, { status, page: readPage(context) });
  const today = new Date().toISOString().slice(0, 10);
  const offers = list.offers.map((offer) => ({
    id: offer.id,
    title: offer.title,
    email: offer.user.email,
    userPriceCents: offer.userPriceCents,
    servicePriceCents: offer.servicePriceCents,
    replyBy: offer.replyBy,
    isOverdue: offer.replyBy !== null && offer.replyBy < today,
    createdAt: offer.createdAt,
    thumb: toImageUrl(api, offer, "thumb", "/staff/offers"),
  }));
  return { offers, status, page: list.page, pages: list.pages, counts: list.counts };
}

const toList = (status: string, page = 1) =>
  `/staff/offers?status=${status}${page > 1 ? `&page=${page}` : ""}`;

/** Everybody's offers by status, who has waited longest first (design §4). */
export default function StaffOffers({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { offers, status, page, pages } = loaderData;
  return (
    <StaffList
      title={t("staff_offers.title")}
      filter={{
        label: t("offers.status"),
        choices: OFFER_STATUSES.map((one) => ({
          to: toList(one),
          text: t(`staff_offers.status_${one}`),
          count: loaderData.counts?.[one],
          isCurrent: one === status,
        })),
      }}
      page={{ current: page, last: pages, toPath: (next) => toList(status, next) }}
      empty={offers.length === 0 ? <EmptyState title={t("staff_offers.empty")} /> : null}
    >
      <StaffOfferTable offers={offers} isOpen={status === "pending"} />
    </StaffList>
  );
}

function StaffOfferTable(props: {
  offers: Route.ComponentProps["loaderData"]["offers"];
  isOpen: boolean;
}) {
  const { offers, isOpen } = props;
  const t = useT();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("staff_offers.title")}
      rows={offers}
      keyOf={(offer) => offer.id}
      rowClassName="relative hover:bg-sunken"
      columns={[
        {
          title: t("offers.design"),
          isImage: true,
          render: ({ thumb }) => <OfferImage src={thumb} />,
        },
        {
          title: t("offers.name"),
          render: ({ id, title, email }) => (
            <>
              <Link
                to={`/staff/offers/${encodeURIComponent(id)}`}
                className="font-medium wrap-anywhere after:absolute after:inset-0"
              >
                <bdi>{title}</bdi>
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">
                <bdi>{email}</bdi>
              </span>
            </>
          ),
        },
        {
          title: t("staff_offers.asked"),
          isNumber: true,
          render: ({ userPriceCents }) => format.money(userPriceCents),
        },
        // What is not reviewed yet has a day to reply by, the rest our price.
        isOpen
          ? {
              title: t("staff_offers.reply_by"),
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
          render: ({ createdAt }) => formatDay(createdAt),
        },
      ]}
    />
  );
}
