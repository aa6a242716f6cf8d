import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { useActionData } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";

/** Required metadata from the form library (a subset of conform's). */
export type FieldMeta = {
  id: string;
  name: string;
  formId: string;
  errorId: string;
  descriptionId: string;
  errors?: string[];
  initialValue?: unknown;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  /** From `useCorrected`: called with the control after each change. */
  onCorrect?: (control: EventTarget | null) => void;
};

type InputProps = ComponentProps<"input">;

/** The attributes that link a control to its form, its hint and its errors. */
export function controlProps(meta: FieldMeta, hasHint = false) {
  const isInvalid = meta.errors !== undefined && meta.errors.length > 0;
  const describedBy = [isInvalid ? meta.errorId : null, hasHint ? meta.descriptionId : null];
  return {
    id: meta.id,
    name: meta.name,
    form: meta.formId,
    required: meta.required,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
  };
}

/**
 * The same field without its errors once the user has corrected it, as far as the browser can
 * check; the server's next reply replaces this. Takes a field's metadata and returns plain metadata
 * for `FieldFrame` and `controlProps`. Without scripts nothing changes.
 */
export function useCorrected(meta: FieldMeta): FieldMeta {
  // Copied one by one: the form library's metadata is a proxy, which cannot be spread.
  const { id, name, formId, errorId, descriptionId, errors, initialValue } = meta;
  const { required, minLength, maxLength } = meta;
  const [corrected, setCorrected] = useState<string[]>();
  const onCorrect = (control: EventTarget | null) =>
    setCorrected(isValid(control) ? errors : undefined);
  return {
    ...{ id, name, formId, errorId, descriptionId, initialValue, required, minLength, maxLength },
    errors: errors === corrected ? undefined : errors,
    onCorrect: errors ? onCorrect : undefined,
  };
}

function isValid(control: EventTarget | null): boolean {
  const isJudged =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  return !isJudged || control.validity.valid;
}

/** The submitted value of the field, else its default. */
export function initialText(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === "string" ? meta.initialValue : undefined;
}

/** Label, hint and errors around one control, in reading order. */
export function FieldFrame(props: {
  meta: FieldMeta;
  label: string;
  hint?: ReactNode;
  /** Placed at the other end of the label's line. */
  aside?: ReactNode;
  className?: string;
  /** See `FieldErrors`. */
  isAlert?: boolean;
  children: ReactNode;
}) {
  const { meta, label, hint, aside, className = "", isAlert } = props;
  return (
    <div className={className} onChange={(event) => meta.onCorrect?.(event.target)}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <label id={`${meta.id}-label`} htmlFor={meta.id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {props.children}
      {hint ? (
        <p id={meta.descriptionId} className="mt-1.5 text-sm wrap-anywhere text-muted">
          {hint}
        </p>
      ) : null}
      <FieldErrors {...{ meta, isAlert }} />
    </div>
  );
}

/**
 * A field's own errors, referenced by its control. `isAlert` for errors found by a script: no
 * summary gets the focus then, so they are announced when they appear.
 */
export function FieldErrors({ meta, isAlert = false }: { meta: FieldMeta; isAlert?: boolean }) {
  const message = useMessage();
  if (!meta.errors || meta.errors.length === 0) return null;
  return (
    <p
      id={meta.errorId}
      role={isAlert ? "alert" : undefined}
      className="mt-1.5 text-sm font-medium text-negative"
    >
      {meta.errors.map(message).join(" ")}
    </p>
  );
}

/** A labelled line of text; shows the submitted text again after a rejection. */
export function Field(
  props: {
    meta: FieldMeta;
    label: string;
    hint?: ReactNode;
    className?: string;
  } & Pick<
    InputProps,
    | "type"
    | "autoComplete"
    | "inputMode"
    | "onInput"
    | "ref"
    | "spellCheck"
    | "autoCapitalize"
    | "lang"
    | "dir"
  >,
) {
  const { label, hint, className, type = "text", meta: given, ...input } = props;
  const meta = useCorrected(given);
  return (
    <FieldFrame meta={meta} label={label} hint={hint} className={className}>
      <input
        {...controlProps(meta, Boolean(hint))}
        {...input}
        type={type}
        minLength={meta.minLength}
        maxLength={meta.maxLength}
        defaultValue={initialText(meta)}
        className="input"
      />
    </FieldFrame>
  );
}

/** A password: never shown again after a rejection; with scripts it can be revealed. */
export function PasswordField(props: {
  meta: FieldMeta;
  label: string;
  hint?: string;
  autoComplete: "current-password" | "new-password";
  /** A field that the toggle shows and hides too. */
  repeated?: { id: string; onToggle(isShown: boolean): void };
  /** Set if another field's toggle decides; this field then has none. */
  isShown?: boolean;
}) {
  const { label, hint, autoComplete, repeated } = props;
  const meta = useCorrected(props.meta);
  const t = useT();
  const [isToggled, setIsToggled] = useState(false);
  const isShown = props.isShown ?? isToggled;
  const ref = useRef<HTMLInputElement>(null);
  const { formId } = meta;
  const actionData = useActionData<{ formId?: string | null; isLost?: boolean }>();
  // A rejected form keeps typed values except passwords. A lost form was not processed and keeps
  // everything, as does a form while another form of its page is rejected.
  useEffect(() => {
    const isOwn = (actionData?.formId ?? formId) === formId;
    if (actionData && !actionData.isLost && isOwn && ref.current) ref.current.value = "";
  }, [actionData, formId]);
  const toggle = props.isShown === undefined && (
    <button
      type="button"
      className="needs-js link -my-2.5 min-h-11 flex-none text-sm"
      aria-controls={repeated ? `${meta.id} ${repeated.id}` : meta.id}
      aria-describedby={`${meta.id}-label`}
      onClick={() => {
        setIsToggled(!isShown);
        repeated?.onToggle(!isShown);
      }}
    >
      {isShown ? t("form.hide_password") : t("form.show_password")}
    </button>
  );
  return (
    <FieldFrame meta={meta} label={label} hint={hint} aside={toggle}>
      <input
        {...controlProps(meta, Boolean(hint))}
        ref={ref}
        type={isShown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        minLength={meta.minLength}
        maxLength={meta.maxLength}
        className="input"
      />
    </FieldFrame>
  );
}

/** A single checkbox; its text is its label. */
export function CheckboxField(props: { meta: FieldMeta; children: ReactNode }) {
  const meta = useCorrected(props.meta);
  return (
    <div onChange={(event) => meta.onCorrect?.(event.target)}>
      <label htmlFor={meta.id} className="flex min-h-11 items-start gap-3 py-2">
        <input
          {...controlProps(meta)}
          type="checkbox"
          value="on"
          defaultChecked={meta.initialValue === "on"}
          className="mt-0.5 size-5 flex-none accent-accent"
        />
        <span>{props.children}</span>
      </label>
      <div className="ms-8">
        <FieldErrors meta={meta} />
      </div>
    </div>
  );
}

export type RadioChoice = { value: string; label: string; hint?: string };

/** In narrow places fewer columns, which would be narrower than a word. */
const TWO_COLUMNS = "sm:grid-cols-[repeat(auto-fill,minmax(max(11rem,50%-0.75rem),1fr))]";
const THREE_COLUMNS = "sm:grid-cols-[repeat(auto-fill,minmax(max(9.5rem,33%-0.75rem),1fr))]";

/**
 * A radio group with large targets. The first choice has the field's id, so that the error
 * summary's link works.
 */
export function RadioGroup(props: {
  meta: FieldMeta;
  legend: string;
  choices: readonly RadioChoice[];
  /** Inside a group with its own heading: the legend is then styled like a field's label. */
  isNested?: boolean;
}) {
  const { legend, choices, isNested = false } = props;
  const meta = useCorrected(props.meta);
  const { id, ...control } = controlProps(meta);
  return (
    <fieldset
      aria-describedby={control["aria-describedby"]}
      onChange={(event) => meta.onCorrect?.(event.target)}
    >
      <legend className={isNested ? "mb-1.5 font-medium" : "mb-3 font-display text-2xl"}>
        {legend}
      </legend>
      <div className={`grid gap-3 ${choices.length === 3 ? THREE_COLUMNS : TWO_COLUMNS}`}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className="card flex cursor-pointer gap-3 p-4 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent"
          >
            <input
              {...control}
              {...choiceLabelProps(`${id}-${choice.value}`, choice, control["aria-describedby"])}
              id={index === 0 ? id : `${id}-${choice.value}`}
              type="radio"
              value={choice.value}
              defaultChecked={meta.initialValue === choice.value}
              className="mt-0.5 size-5 flex-none accent-accent"
            />
            <span>
              <span id={`${id}-${choice.value}-name`} className="block font-medium">
                {choice.label}
              </span>
              {choice.hint ? (
                <span id={`${id}-${choice.value}-hint`} className="block text-sm text-muted">
                  {choice.hint}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors meta={meta} />
    </fieldset>
  );
}

/** Only the choice's name is its accessible name; its hint is the description. */
function choiceLabelProps(id: string, { hint }: RadioChoice, errorId: string | undefined) {
  if (!hint) return {};
  return {
    "aria-labelledby": `${id}-name`,
    "aria-describedby": errorId ? `${id}-hint ${errorId}` : `${id}-hint`,
  };
}
