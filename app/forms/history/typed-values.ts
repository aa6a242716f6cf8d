import { useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Values = Record<string, string | string[]>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By form and history entry, for the lifetime of this document. */
const kept = new Map<string, Values>();

/**
 * Restores what was typed into a form before its page was left, as browsers do between two
 * documents (docs/decisions/0059). Only for a form that `comesBack`, which creates something new.
 * Takes the form's id, and whether it is shown because it was rejected. Returns the values typed
 * when the page was last left at this history entry (undefined for none), and a function to call
 * when the form is sent: after that nothing is restored unless the form is rejected.
 */
export function useTypedValues(
  formId: string,
  { comesBack, isRejected }: { comesBack: boolean; isRejected: boolean },
): { typed: Values | undefined; onSent: () => void } {
  const { key } = useLocation();
  const place = `${formId} ${key}`;
  const [typed, setTyped] = useState(() => (comesBack ? kept.get(place) : undefined));
  const sent = useRef<Values | null>(null);
  useLayoutEffect(() => {
    const form = document.getElementById(formId);
    if (!comesBack || !(form instanceof HTMLFormElement)) return;
    if (sent.current) setTyped(isRejected ? sent.current : undefined);
    sent.current = null;
    return () => {
      if (sent.current) kept.delete(place);
      else kept.set(place, readTyped(form, typed));
    };
  }, [place, formId, typed, comesBack, isRejected]);
  const onSent = () => {
    const form = document.getElementById(formId);
    sent.current = form instanceof HTMLFormElement ? readTyped(form, typed) : {};
  };
  return { typed, onSent };
}

/**
 * The fields that differ from their initial values, and those that had been restored; for all
 * others the page has newer values.
 */
function readTyped(form: HTMLFormElement, before: Values = {}): Values {
  const fields = [...form.elements].filter(isTyped);
  const returned = fields.filter(({ name }) => Object.hasOwn(before, name));
  const names = [...returned, ...fields.filter(isChanged)].map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, readValue(fields, name)]));
}

function readValue(fields: Field[], name: string): string | string[] {
  const same = fields.filter((field) => field.name === name);
  const values = same.filter((field) => !isChoice(field) || field.checked);
  const isList = same.length > 1 && same[0]?.type === "checkbox";
  return isList ? values.map(({ value }) => value) : (values[0]?.value ?? "");
}

/**
 * Excludes files, and values set by us: controls set by scripts have their initial value in
 * `data-initial`. Also excludes secrets: of the restored forms only the registration has any
 * (`secrets`), which are passwords.
 */
function isTyped(element: Element): element is Field {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
    return element.name !== "";
  }
  if (!(element instanceof HTMLInputElement) || element.name === "") return false;
  if (element.type === "hidden") return element.dataset.initial !== undefined;
  return !/file|password|submit/.test(element.type) && !/-password$/.test(element.autocomplete);
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  return field.value !== (field.dataset.initial ?? field.defaultValue);
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}
