import type { StaffGroupView } from "#app/api-client/staff/groups.server.ts";
import { controlProps, Field, FieldFrame, type FieldMeta, initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { ConflictNote } from "#app/staff/conflict-note.tsx";
import { ImageField } from "#app/staff/forms/image-field.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import type { FailedGroupForm } from "./staff-group.server.ts";

/** Names in every language, the position and, for a style, the image. */
export function GroupForm(props: {
  /** The path of the category or style, without locale. */
  path: string;
  loaded: LoadedForm;
  failed: FailedGroupForm | undefined;
  group: StaffGroupView;
  hasPicture: boolean;
}) {
  const { path, loaded, group, hasPicture } = props;
  const t = useT();
  const { languages } = useLayoutData();
  const form = useAppForm(loaded, props.failed, toDefaults(group));
  const field = (name: string): FieldMeta => {
    const meta = form.fields[name];
    if (!meta) throw new Error(`the form has no field ${name}`);
    return meta;
  };
  const names = languages.map(({ code, name }) => ({
    name: `name_${code}`,
    label: name ?? code,
    written: languageAttributes(code),
  }));
  const { failed } = form;
  const { picture, pictureUrl } = failed?.picture ? failed : group;
  return (
    <BoundForm
      of={form}
      action={path}
      summary={[...names, "slug", "position", "media"]}
      encType="multipart/form-data"
      className="space-y-6"
      lead={
        failed?.conflict ? (
          <ConflictNote title={t("staff_groups.conflict")} changes={failed.conflict} />
        ) : null
      }
    >
      <SeenField loaded={loaded} failed={props.failed} name="version" current={group.version} />
      <input type="hidden" name="picture" value={picture ?? ""} />
      <div className="grid gap-5 sm:grid-cols-2">
        {names.map(({ name, label, written }) => (
          <Field key={name} meta={field(name)} label={label} autoComplete="off" {...written} />
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          meta={field("slug")}
          label={t("staff_products.field_slug")}
          hint={t("staff_groups.slug_hint")}
          spellCheck={false}
          autoCapitalize="none"
        />
        <Field
          meta={field("position")}
          label={t("staff_groups.position")}
          hint={t("staff_groups.position_hint")}
          inputMode="numeric"
        />
      </div>
      {hasPicture ? (
        <ImageField
          meta={field("media")}
          label={t("staff_products.field_picture")}
          image={
            pictureUrl ? (
              <img src={pictureUrl} alt="" className="mb-3 size-28 rounded-card object-cover" />
            ) : null
          }
        />
      ) : null}
      <SubmitButton size="large">{t("staff_products.save")}</SubmitButton>
    </BoundForm>
  );
}

function toDefaults({ slug, position, names }: StaffGroupView): Record<string, string> {
  const named = Object.entries(names).map(([code, name]) => [`name_${code}`, name]);
  return { slug, position: String(position), ...Object.fromEntries(named) };
}

/** Asks where to move the products, if there are any. */
export function DeleteGroup(props: {
  /** The path of the category or style, without locale. */
  path: string;
  loaded: LoadedForm<"move_to">;
  failed: FailedForm | undefined;
  count: number;
  others: readonly { id: string; title: string }[];
}) {
  const { path, loaded, failed, count, others } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  const meta = form.fields.move_to;
  return (
    <section aria-labelledby="delete-title" className="mt-14 border-t border-line pt-10">
      <h2 id="delete-title" className="mb-4 text-2xl">
        {t("staff_groups.delete")}
      </h2>
      <BoundForm
        of={form}
        summary={["move_to"]}
        action={`${path}?form=${loaded.id}`}
        className="space-y-4"
      >
        <p className="text-muted">{t("staff_groups.delete_hint", { count })}</p>
        <FieldFrame meta={meta} label={t("staff_groups.move_to")}>
          <select {...controlProps(meta)} defaultValue={initialText(meta) ?? ""} className="input">
            <option value="">–</option>
            {others.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </FieldFrame>
        <SubmitButton kind="secondary">{t("staff_groups.delete")}</SubmitButton>
      </BoundForm>
    </section>
  );
}
