import { useState } from "react";
import {
  controlProps,
  Field,
  FieldFrame,
  type FieldMeta,
  initialText,
  useCorrected,
} from "#app/forms/field.tsx";
import type { LoadedForm } from "#app/forms/form-types.ts";
import { StyleChoices } from "#app/forms/styles/style-choices.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { ConflictNote } from "#app/staff/conflict-note.tsx";
import { ImageField } from "#app/staff/forms/image-field.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { PRODUCT_STATUSES, PRODUCT_UPLOAD_MB_MAX } from "#domain/products.ts";
import { toTypedDecimal } from "#domain/typed-amounts.ts";
import type { FailedProductForm } from "./product-form.server.ts";
import { ProductTexts } from "./product-texts.tsx";

type Texts = Record<string, string>;

/** Initial values of the form. */
export type ProductDraft = {
  status: string;
  slug: string;
  categoryId: string;
  styleIds: string[];
  price: string;
  prompt: string;
  licence: string;
  picture: string | null;
  pictureUrl: string | null;
  titles: Texts;
  descriptions: Texts;
  motifs: Record<string, string[]>;
};

/** Initial values of a new product. */
export const BLANK_PRODUCT: ProductDraft = {
  status: "draft",
  slug: "",
  categoryId: "",
  styleIds: [],
  price: "",
  prompt: "",
  licence: "",
  picture: null,
  pictureUrl: null,
  titles: {},
  descriptions: {},
  motifs: {},
};

/** All fields of a product. `hidden` are additional hidden fields. */
export function ProductForm(props: {
  loaded: LoadedForm;
  failed: FailedProductForm | undefined;
  product: ProductDraft;
  hidden: Record<string, string>;
  submit: string;
}) {
  const { loaded, product, hidden, submit } = props;
  const t = useT();
  const { languages } = useLayoutData();
  const form = useAppForm(loaded, props.failed, toDefaults(product, useLocale()));
  const { fields, failed } = form;
  const field = (name: string) => requireField(fields, name);
  const uploaded = useUploaded(failed);
  const { picture, pictureUrl } = uploaded ?? product;
  return (
    <BoundForm
      of={form}
      summary={toSummary(languages)}
      encType="multipart/form-data"
      className="space-y-8"
      lead={
        failed?.conflict ? (
          <ConflictNote title={t("staff_products.conflict")} changes={failed.conflict} />
        ) : null
      }
    >
      {Object.entries({ ...hidden, picture: picture ?? "" }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <PictureField
          meta={field("media")}
          url={pictureUrl}
          wasLost={Boolean(form.reply) && !uploaded}
        />
        <SaleFields field={field} />
      </div>
      <ProductTexts field={field} titles={product.titles} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          meta={field("slug")}
          label={t("staff_products.field_slug")}
          hint={t("staff_products.slug_hint")}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Field
          meta={field("licence")}
          label={t("staff_products.field_licence")}
          hint={t("staff_products.licence_hint")}
        />
      </div>
      <SubmitButton size="large">{submit}</SubmitButton>
    </BoundForm>
  );
}

/** The fields whose errors the summary lists, in the order of the form. */
function toSummary(languages: readonly { code: string; name?: string }[]) {
  const texts = languages.flatMap(({ code, name }) =>
    ["title", "description", "motifs"].map((text) => ({
      name: `${text}_${code}`,
      label: name ?? code,
    })),
  );
  const sale = ["media", "status", "price", "category_id", "style_ids", "prompt"];
  return [...sale, ...texts, "slug", "licence"];
}

type Uploaded = { picture: string; pictureUrl: string | null };

/**
 * The image that the form has uploaded; kept if a later response lacks it because the form was
 * lost.
 */
function useUploaded(failed: FailedProductForm | undefined): Uploaded | null {
  const [last, setLast] = useState<Uploaded | null>(null);
  if (!failed?.picture) return last;
  const { picture, pictureUrl = null } = failed;
  if (picture !== last?.picture) setLast({ picture, pictureUrl });
  return { picture, pictureUrl };
}

function toDefaults(product: ProductDraft, language: string): Record<string, string | string[]> {
  const byLocale = (name: string, texts: Texts) =>
    Object.entries(texts).map(([locale, text]) => [`${name}_${locale}`, text]);
  const motifs = Object.entries(product.motifs).map(([locale, list]) => [locale, list.join(", ")]);
  return {
    status: product.status,
    slug: product.slug,
    category_id: product.categoryId,
    price: toTypedDecimal(product.price, language),
    prompt: product.prompt,
    licence: product.licence,
    style_ids: product.styleIds,
    ...Object.fromEntries(byLocale("title", product.titles)),
    ...Object.fromEntries(byLocale("description", product.descriptions)),
    ...Object.fromEntries(byLocale("motifs", Object.fromEntries(motifs))),
  };
}

function requireField(fields: Record<string, FieldMeta>, name: string): FieldMeta {
  const meta = fields[name];
  if (!meta) throw new Error(`the form has no field ${name}`);
  return meta;
}

/** What is sold, at which price, and in which groups it is listed. */
function SaleFields({ field }: { field: (name: string) => FieldMeta }) {
  const t = useT();
  return (
    <div className="space-y-6">
      <div className="grid gap-6 sm:grid-cols-2">
        <StatusField meta={field("status")} />
        <Field meta={field("price")} label={t("staff_products.field_price")} inputMode="decimal" />
      </div>
      <GroupFields category={field("category_id")} styles={field("style_ids")} />
      <TextArea
        meta={field("prompt")}
        label={t("staff_products.field_prompt")}
        hint={t("staff_products.prompt_hint")}
        rows={5}
      />
    </div>
  );
}

function StatusField({ meta: given }: { meta: FieldMeta }) {
  const t = useT();
  const meta = useCorrected(given);
  return (
    <FieldFrame meta={meta} label={t("offers.status")}>
      <select {...controlProps(meta)} defaultValue={initialText(meta)} className="input">
        {PRODUCT_STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`staff_products.status_${status}`)}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function GroupFields(props: { category: FieldMeta; styles: FieldMeta }) {
  const t = useT();
  const { categories, styles } = useLayoutData();
  const category = useCorrected(props.category);
  return (
    <>
      <FieldFrame meta={category} label={t("offer.category")}>
        <select
          {...controlProps(category)}
          defaultValue={initialText(category) ?? ""}
          className="input"
        >
          <option value="">{t("offer.choose_category")}</option>
          {categories.map(({ id: categoryId, title }) => (
            <option key={categoryId} value={categoryId}>
              {title}
            </option>
          ))}
        </select>
        {categories.length === 0 ? <CreateGroup kind="categories" /> : null}
      </FieldFrame>
      <StyleChoices
        meta={props.styles}
        label={t("offer.style")}
        styles={styles.map(({ id, title }) => ({ id, text: title }))}
      >
        {styles.length === 0 ? <CreateGroup kind="styles" /> : null}
      </StyleChoices>
    </>
  );
}

/** Shown in a new shop that has no choices yet. Opens in another tab, to keep the typed values. */
function CreateGroup({ kind }: { kind: "categories" | "styles" }) {
  const t = useT();
  const locale = useLocale();
  return (
    <a
      href={localePath(locale, `${staffPath("groups", kind)}/create`)}
      target="_blank"
      rel="noreferrer"
      className="link inline-flex min-h-11 items-center"
    >
      {t(`staff_groups.create_${kind}`)}
    </a>
  );
}

/** The current image, and a replacement file; an uploaded image is not lost. */
function PictureField(props: { meta: FieldMeta; url: string | null; wasLost: boolean }) {
  const { meta, url, wasLost } = props;
  const t = useT();
  const [isChosen, setIsChosen] = useState(false);
  return (
    <ImageField
      meta={meta}
      label={t("staff_products.field_picture")}
      hint={t("staff_products.picture_hint", { max: PRODUCT_UPLOAD_MB_MAX })}
      image={
        url ? (
          <img src={url} alt="" className="mb-3 aspect-square w-full rounded-card object-cover" />
        ) : null
      }
      onChoose={(file) => setIsChosen(file !== null)}
    >
      {wasLost && !isChosen && !url ? (
        <p className="mt-1.5 text-sm font-medium text-warning">{t("offer.choose_again")}</p>
      ) : null}
    </ImageField>
  );
}
