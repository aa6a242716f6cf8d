import { initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { useStaleForm } from "./use-stale-form.ts";

export type StaleFormProps<Name extends string> = {
  loaded: LoadedForm<Name>;
  failed: FailedForm | undefined;
  reason: string;
  texts: readonly { name: NoInfer<Name>; label: string; rows: number }[];
  /** Radio groups and selects. */
  choices?: readonly Choice<NoInfer<Name>>[];
};

type Choice<Name extends string> = {
  name: Name;
  label: string;
  options: readonly { value: string; label: string }[];
  /** The form always sends this field, but it only counts if the other field has this value. */
  onlyWith?: { name: Name; value: string };
};

/**
 * Replaces a form whose record has changed state: shows the `reason`, and the values that were
 * typed and chosen, to be copied but not sent. Renders nothing for a form that was not rejected.
 */
export function StaleForm<Name extends string>(props: StaleFormProps<Name>) {
  // The form library reads initial values only once.
  return <ShownForm key={JSON.stringify(props.failed?.reply.initialValue)} {...props} />;
}

function ShownForm<Name extends string>(props: StaleFormProps<Name>) {
  const { reason, choices = [] } = props;
  const form = useAppForm(props.loaded, props.failed);
  if (form.failed === undefined) return null;
  const typed = props.texts.filter(({ name }) => initialText(form.fields[name]));
  const counted = choices.filter(
    ({ onlyWith }) => !onlyWith || initialText(form.fields[onlyWith.name]) === onlyWith.value,
  );
  const chosen = counted.flatMap(({ name, label, options }) => {
    const option = options.find(({ value }) => value === initialText(form.fields[name]));
    return option ? [{ name, label, value: option.label }] : [];
  });
  const isSaid = form.reply?.error?.form?.includes(reason) ?? false;
  return (
    <BoundForm
      of={form}
      summary={[]}
      lead={isSaid ? null : <p className="mb-5 text-warning">{reason}</p>}
      className="mb-6 space-y-5 last:mb-0"
    >
      {chosen.length > 0 ? (
        <dl className="border-t border-line">
          {chosen.map(({ name, label, value }) => (
            <Fact key={name} name={label}>
              {value}
            </Fact>
          ))}
        </dl>
      ) : null}
      {typed.map(({ name, label, rows }) => (
        <TextArea key={name} meta={form.fields[name]} {...{ label, rows }} isReadOnly />
      ))}
    </BoundForm>
  );
}

/**
 * The same as a dialog, for a record that is no longer in the list that opened it. `isOpen` while
 * the record is in the list, with the form in its own dialog. Identified by the record's id.
 */
export function StaleDialog<Name extends string>(
  props: StaleFormProps<Name> & { isOpen: boolean; title: string; closeTo: string },
) {
  const { isOpen, title, closeTo, ...form } = props;
  const failed = useStaleForm({ ...form, isOpen });
  if (failed === undefined) return null;
  return (
    <Dialog title={title} closeTo={closeTo} width="552px">
      <StaleForm {...form} failed={failed} />
    </Dialog>
  );
}
