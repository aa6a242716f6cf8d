import type { ReactNode } from "react";
import type { StaffProductRowView } from "#app/api-client/staff/products.server.ts";
import { controlProps, FieldErrors, type FieldMeta, initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Thumb } from "#app/staff/thumb.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";

/** Id of the form below the table, to which its checkboxes belong. */
const FORM_ID = "changes";
/** Id of the field of the checkboxes, as the form library builds it. */
const IDS = `${FORM_ID}-ids`;

/**
 * Bulk actions on the selected products: one form with a button per action. The checkboxes are in
 * the table above (`ProductCell`). If there is space it stays visible while one is checked.
 */
export function ProductChanges(props: {
  /** The page of the list, without the locale. */
  path: string;
  loaded: LoadedForm<keyof Fields>;
  failed: FailedForm | undefined;
}) {
  const form = useAppForm<keyof Fields>(props.loaded, props.failed);
  const t = useT();
  return (
    <div className="bottom-0 z-10 mt-6 bg-canvas py-4 lg:group-has-[input[name=ids]:checked]:sticky">
      <BoundForm
        of={form}
        action={props.path}
        summary={["ids", "price", "category_id", "style_id"]}
      >
        <TickAll label={t("staff_products.tick_all")} />
        <ChangeBar fields={form.fields} />
      </BoundForm>
    </div>
  );
}

/** Reverts the change that was just made. */
export function UndoBar(props: {
  count: number;
  action: string;
  loaded: LoadedForm;
  failed: FailedForm | undefined;
}) {
  const form = useAppForm(props.loaded, props.failed);
  const t = useT();
  return (
    <div className="card mt-6 p-4">
      <BoundForm
        of={form}
        action={props.action}
        summary={[]}
        className="flex flex-wrap items-center justify-between gap-4"
      >
        <span>{t("staff_products.changed", { count: props.count })}</span>
        <SubmitButton kind="secondary">{t("staff_products.undo")}</SubmitButton>
      </BoundForm>
    </div>
  );
}

/** With scripts one checkbox selects all others of the form. */
function TickAll({ label }: { label: string }) {
  return (
    <label className="needs-js inline-flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        onChange={({ target }) => {
          const boxes = document.querySelectorAll<HTMLInputElement>(`input[form="${FORM_ID}"]`);
          for (const box of boxes) box.checked = target.checked;
        }}
        className="size-5 accent-accent"
      />
      {label}
    </label>
  );
}

/**
 * The first cell of a product: its checkbox, image and link. The first checkbox has the field's id,
 * so that the error summary's link works; the error itself is below the table.
 */
export function ProductCell(props: {
  product: StaffProductRowView;
  isFirst: boolean;
  isTicked: boolean;
  isInvalid: boolean;
}) {
  const { product, isFirst, isTicked, isInvalid } = props;
  const t = useT();
  const { id, slug, title } = product;
  return (
    <span className="flex items-center gap-4">
      <input
        id={isFirst ? IDS : undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${IDS}-error` : undefined}
        type="checkbox"
        form={FORM_ID}
        name="ids"
        value={id}
        defaultChecked={isTicked}
        aria-label={t("staff_products.tick_one", { title: title || slug })}
        className="size-6 flex-none accent-accent"
      />
      <Thumb url={product.thumbUrl} />
      <span className="min-w-0">
        <Name product={product} />
      </span>
    </span>
  );
}

function Name({ product }: { product: StaffProductRowView }) {
  const t = useT();
  const { id, slug, title, category, styles, missingLocales } = product;
  return (
    <>
      <Link to={staffPath("products", id)} className="link font-medium wrap-anywhere">
        <bdi>{title || slug}</bdi>
      </Link>
      <span className="block text-sm wrap-anywhere text-muted">
        {[category, ...styles].join(" · ")}
      </span>
      {missingLocales.length > 0 ? (
        <span className="block text-sm text-warning">
          {t("staff_products.missing_count", { count: missingLocales.length })}
        </span>
      ) : null}
    </>
  );
}

type Fields = Record<"ids" | "price" | "category_id" | "style_id", FieldMeta>;

/** One button per change, beside its value. */
function ChangeBar({ fields }: { fields: Fields }) {
  const t = useT();
  const { categories, styles } = useLayoutData();
  const button = (action: string) => (
    <SubmitButton kind="secondary" name="change" value={action}>
      {t(`staff_products.do_${action}`)}
    </SubmitButton>
  );
  return (
    <fieldset className="card min-w-0 p-4 pt-2">
      <legend className="px-2 font-medium">{t("staff_products.with_ticked")}</legend>
      <FieldErrors meta={fields.ids} />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <div className="flex flex-wrap gap-3">
          {button("publish")}
          {button("withdraw")}
        </div>
        <Change meta={fields.price} label={t("offers.price")} button={button("price")}>
          <input
            {...controlProps(fields.price)}
            inputMode="decimal"
            defaultValue={initialText(fields.price)}
            className="input max-w-24"
          />
        </Change>
        <Change meta={fields.category_id} label={t("offer.category")} button={button("category")}>
          <GroupSelect meta={fields.category_id} groups={categories} />
        </Change>
        <Change meta={fields.style_id} label={t("offer.style")} button={button("style")}>
          <GroupSelect meta={fields.style_id} groups={styles} />
        </Change>
      </div>
    </fieldset>
  );
}

/** A change's value and its button. */
function Change(props: { meta: FieldMeta; label: string; button: ReactNode; children: ReactNode }) {
  const { meta, label, button, children } = props;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div>
        <label htmlFor={meta.id} className="mb-1 block text-sm text-muted">
          {label}
        </label>
        {children}
        <FieldErrors meta={meta} />
      </div>
      {button}
    </div>
  );
}

function GroupSelect(props: { meta: FieldMeta; groups: readonly { id: string; title: string }[] }) {
  const { meta, groups } = props;
  return (
    <select {...controlProps(meta)} defaultValue={initialText(meta)} className="input max-w-40">
      {groups.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
