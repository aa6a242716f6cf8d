import type { OverviewView } from "#app/api-client/staff/overview.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { type ChecklistItem, CONFIRMED_ITEMS } from "#domain/overview.ts";

type Place = { to: string; text: string };

/**
 * Links to the place where each item can be done. An item with two links lists them below its hint.
 */
const PATHS: Record<ChecklistItem, string | readonly Place[]> = {
  company: "/staff/settings",
  currency: "/staff/settings",
  payment: "/dashboard/deposits/create",
  mail: "/contact-us",
  groups: [
    { to: "/staff/groups/categories/create", text: "staff_groups.create_categories" },
    { to: "/staff/groups/styles/create", text: "staff_groups.create_styles" },
  ],
  products: "/staff/products/create",
  legal: "/staff/pages",
};

type Items = NonNullable<OverviewView["checklist"]>;

/**
 * Tasks until the first sale. Items that only a person can judge have a button to mark them as
 * done.
 */
export function Checklist(props: {
  checklist: Items;
  /** Null for a role that may not confirm anything. */
  form: LoadedForm<"item"> | null;
  failed: FailedForm | undefined;
}) {
  const { checklist, form, failed } = props;
  const t = useT();
  const done = checklist.filter(({ isDone }) => isDone).length;
  return (
    <section aria-labelledby="checklist-title">
      <h2 id="checklist-title" className="text-lg">
        {t("staff_start.checklist")}
      </h2>
      <p className="mt-1 mb-2 text-sm text-muted">
        {t("staff_start.checklist_hint", { done, total: checklist.length })}
      </p>
      {form ? (
        <ConfirmForm checklist={checklist} loaded={form} failed={failed} />
      ) : (
        <Items checklist={checklist} canConfirm={false} />
      )}
    </section>
  );
}

function ConfirmForm(props: {
  checklist: Items;
  loaded: LoadedForm<"item">;
  failed: FailedForm | undefined;
}) {
  const form = useAppForm(props.loaded, props.failed);
  return (
    <BoundForm of={form} action="/staff?index" summary={["item"]}>
      <Items checklist={props.checklist} canConfirm />
    </BoundForm>
  );
}

function Items({ checklist, canConfirm }: { checklist: Items; canConfirm: boolean }) {
  const t = useT();
  return (
    <ol className="card text-sm">
      {checklist.map(({ item, isDone }) => (
        <li
          key={item}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
        >
          <span
            className={`flex size-5 flex-none items-center justify-center rounded-full border ${
              isDone ? "border-positive text-positive" : "border-control"
            }`}
          >
            {isDone ? <Icon name="check" className="size-3.5" /> : null}
            <span className="sr-only">{t(isDone ? "staff_start.done" : "staff_start.open")}</span>
          </span>
          <Item item={item} isDone={isDone} />
          {canConfirm && !isDone && CONFIRMED_ITEMS.some((one) => one === item) ? (
            <span className="max-sm:w-full max-sm:ps-8 max-sm:pb-1">
              <SubmitButton kind="secondary" name="item" value={item}>
                {t(`staff_start.confirm_${item}`)}
              </SubmitButton>
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function Item({ item, isDone }: Items[number]) {
  const t = useT();
  const to = PATHS[item];
  const title = t(`staff_start.item_${item}`);
  return (
    <span className="min-w-0 flex-1 basis-60">
      {typeof to === "string" ? (
        <Link to={to} className="link inline-flex min-h-6 items-center font-medium">
          {title}
        </Link>
      ) : (
        <span className="inline-flex min-h-6 items-center font-medium">{title}</span>
      )}
      {isDone ? null : (
        <span className="block text-muted">{t(`staff_start.item_${item}_hint`)}</span>
      )}
      {typeof to === "string" || isDone ? null : (
        <span className="flex flex-wrap gap-x-4">
          {to.map((place) => (
            <Link key={place.to} to={place.to} className="link inline-flex min-h-6 items-center">
              {t(place.text)}
            </Link>
          ))}
        </span>
      )}
    </span>
  );
}
