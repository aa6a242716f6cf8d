import type { ReactNode } from "react";
import { listFeaturedProducts, type ProductCard } from "#app/api-client/catalog.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getApi } from "#app/middleware/session-relay.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData, useMember } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { Picture } from "#app/ui/base/picture.tsx";
import {
  OFFER_REPLY_BUSINESS_DAYS,
  OFFER_UPLOAD_FORMATS,
  OFFER_UPLOAD_MB_MAX,
  VERIFICATION_THRESHOLD_CENTS,
} from "#domain/offers.ts";
import { BANK_PAYOUT_BUSINESS_DAYS } from "#domain/payouts.ts";
import { AGE_YEARS_MIN, REVIEW_BUSINESS_DAYS_MAX } from "#domain/verification.ts";
import type { Route } from "./+types/sell-your-designs";

const IMAGES = 3;
const OFFER_FORM = "/dashboard/offers/create";

export async function loader({ context }: Route.LoaderArgs) {
  const products = await orNull(context, "featured", listFeaturedProducts(getApi(context)));
  // The last ones: the home page and About us show the first ones.
  return { products: (products ?? []).slice(-IMAGES) };
}

/**
 * For people who create designs with AI: what we buy, for how much, and how they are paid (spec
 * §4).
 */
export default function Sell({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { user } = useMember();
  return (
    <>
      <PageHead
        title={t("sell.title")}
        description={t("sell.lead")}
        canonical="/sell-your-designs"
        scripts="touch"
      />
      <Intro products={loaderData.products} />
      <Facts />
      <Audience />
      <Steps />
      <PriceAndVerification />
      <Questions />
      <section className="page pb-8">
        <div className="bg-ink px-6 py-14 text-center text-canvas md:py-20">
          <h2 className="text-3xl md:text-4xl">{t("sell.end.title")}</h2>
          {user ? null : <p className="mx-auto mt-4 max-w-xl opacity-80">{t("sell.end.text")}</p>}
          <Link
            to={OFFER_FORM}
            className="mt-8 inline-flex min-h-13 items-center rounded-control bg-canvas px-8 text-[1.0625rem] font-medium text-ink hover:bg-accent hover:text-on-accent"
          >
            {t("sell.cta")}
          </Link>
        </div>
      </section>
    </>
  );
}

function Intro({ products }: { products: ProductCard[] }) {
  const t = useT();
  return (
    <section className="page grid items-center gap-x-14 gap-y-10 pt-10 pb-12 md:pt-14 lg:grid-cols-[7fr_5fr] lg:pb-16">
      <div>
        <h1 className="text-[clamp(2.5rem,1.3rem+4vw,4.5rem)] leading-[1.05]">{t("sell.title")}</h1>
        <p className="mt-6 max-w-xl text-lg text-muted md:text-xl">{t("sell.lead")}</p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonLink to={OFFER_FORM} size="large">
            {t("sell.cta")}
          </ButtonLink>
          <ButtonLink to="/sell-your-designs#steps" size="large" kind="secondary">
            {t("sell.how")}
          </ButtonLink>
        </div>
      </div>
      {products.length === IMAGES ? (
        <ul className="grid grid-cols-3 gap-3 sm:gap-5 lg:grid-cols-2">
          {products.map((product, index) => (
            <li key={product.id} className={index === 0 ? "lg:row-span-2" : ""}>
              <Link to={`/products/${product.slug}`} className="block h-full">
                <Picture
                  picture={product.picture}
                  fallbackUrl={product.imageUrl}
                  alt={product.title}
                  altLanguage={product.titleLanguage}
                  sizes="(min-width: 1024px) 260px, 30vw"
                  load={index === 0 ? "first" : "lazy"}
                  className={`w-full object-cover ${index === 0 ? "h-full max-lg:aspect-square" : "aspect-square"}`}
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Key figures for sellers. */
function Facts() {
  const t = useT();
  const format = useFormat();
  const facts = [
    [t("sell.days", { count: OFFER_REPLY_BUSINESS_DAYS }), t("sell.fact.reply")],
    [t("sell.days", { count: BANK_PAYOUT_BUSINESS_DAYS }), t("sell.fact.paid")],
    [format.money(0), t("sell.fact.fee")],
  ] as const;
  return (
    <section className="page" aria-label={t("sell.facts")}>
      <dl className="grid gap-x-10 border-y border-ink sm:grid-cols-3">
        {facts.map(([value, name]) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 py-5 sm:py-7">
            <dt className="text-muted">{name}</dt>
            <dd className="font-display text-2xl md:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const AUDIENCE = ["makers", "writers", "studios"] as const;

/** Who can sell, and what we buy. */
function Audience() {
  const t = useT();
  const formats = OFFER_UPLOAD_FORMATS.map((format) => format.toUpperCase()).join(", ");
  const taken = [
    t("sell.take.own"),
    t("sell.take.picture", { formats, max: OFFER_UPLOAD_MB_MAX }),
    t("sell.take.words"),
    t("sell.take.prompt"),
  ];
  return (
    <section className="page grid gap-x-16 gap-y-14 py-16 md:grid-cols-2 md:py-24">
      <div>
        <h2 className="text-3xl md:text-4xl">{t("sell.for.title")}</h2>
        <dl className="mt-8 space-y-6">
          {AUDIENCE.map((kind) => (
            <div key={kind} className="border-t border-line pt-4">
              <dt className="font-display text-xl">{t(`sell.for.${kind}.title`)}</dt>
              <dd className="mt-1 max-w-prose text-muted">{t(`sell.for.${kind}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h2 className="text-3xl md:text-4xl">{t("sell.take.title")}</h2>
        <ul className="mt-8 space-y-4 border-t border-line pt-4">
          {taken.map((text) => (
            <li key={text} className="flex gap-3">
              <Icon name="check" className="mt-0.5 size-5 text-positive" />
              <span className="min-w-0 max-w-prose">{text}</span>
            </li>
          ))}
          <li className="flex gap-3 text-muted">
            <Icon name="close" className="mt-0.5 size-5" />
            <span className="min-w-0 max-w-prose">{t("sell.take.not")}</span>
          </li>
        </ul>
      </div>
    </section>
  );
}

const STEPS = ["send", "reply", "accept", "paid"] as const;

function Steps() {
  const t = useT();
  const within: Partial<Record<(typeof STEPS)[number], string>> = {
    reply: t("sell.within", { count: OFFER_REPLY_BUSINESS_DAYS }),
    paid: t("sell.within", { count: BANK_PAYOUT_BUSINESS_DAYS }),
  };
  return (
    <section id="steps" className="scroll-mt-20 bg-sunken">
      <div className="page py-16 md:py-20">
        <h2 className="max-w-2xl text-3xl md:text-4xl">{t("sell.steps.title")}</h2>
        <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map((step, index) => (
            <li key={step} className="border-t border-ink pt-5">
              <p className="font-display text-4xl text-muted tabular-nums" aria-hidden="true">
                {index + 1}
              </p>
              <h3 className="mt-4 text-xl">{t(`sell.steps.${step}.title`)}</h3>
              <p className="mt-2 text-muted">
                {t(`sell.steps.${step}.text`, { within: within[step] ?? "" })}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** How prices are set, and from which price on verification is required (spec §4 Approve, §9). */
function PriceAndVerification() {
  const t = useT();
  const limit = useFormat().money(VERIFICATION_THRESHOLD_CENTS);
  const review = t("sell.within", { count: REVIEW_BUSINESS_DAYS_MAX });
  return (
    <section className="page grid gap-x-16 gap-y-14 py-16 md:grid-cols-2 md:py-24">
      <div>
        <h2 className="text-3xl md:text-4xl">{t("sell.price.title")}</h2>
        <p className="mt-5 max-w-prose text-muted">{t("sell.price.text")}</p>
        <p className="mt-4 max-w-prose text-muted">{t("sell.price.once")}</p>
      </div>
      <div>
        <h2 className="text-3xl md:text-4xl">{t("sell.verify.title")}</h2>
        <p className="mt-5 max-w-prose text-muted">{t("sell.verify.text", { within: review })}</p>
        <dl className="card mt-6 px-5">
          <Rule name={t("sell.verify.below", { limit })}>{t("sell.verify.below_text")}</Rule>
          <Rule name={t("sell.verify.above", { limit })}>{t("sell.verify.above_text")}</Rule>
        </dl>
      </div>
    </section>
  );
}

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line py-4 not-last:border-b">
      <dt className="font-medium">{name}</dt>
      <dd className="mt-1 text-muted">{children}</dd>
    </div>
  );
}

const QUESTIONS = ["cost", "rights", "declined", "prompt", "bank", "tax", "age"] as const;

function Questions() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const terms = staticPages.find(({ kind }) => kind === "terms");
  return (
    <section className="page pb-16 md:pb-24" aria-labelledby="questions">
      <h2 id="questions" className="text-3xl md:text-4xl">
        {t("sell.faq.title")}
      </h2>
      <div className="mt-8 max-w-3xl border-t border-line">
        {QUESTIONS.map((question) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3 text-lg">
              {t(`sell.faq.${question}`)}
              <Icon
                name="down"
                className="size-5 flex-none transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-prose pb-5 text-muted">
              {t(`sell.faq.${question}_text`, { age: AGE_YEARS_MIN })}
            </p>
          </details>
        ))}
      </div>
      {terms ? (
        <p className="mt-6 text-muted">
          {t("sell.faq.terms")}{" "}
          <Link className="link inline-flex min-h-11 items-center" to={`/page/${terms.slug}`}>
            <TextIn language={terms.titleLanguage}>{terms.title}</TextIn>
          </Link>
        </p>
      ) : null}
    </section>
  );
}
