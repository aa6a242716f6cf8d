import { useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Values = Record<string, string | string[]>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By form and entry of the history, for as long as this document is there. */
const kept = new Map<string, Values>();

/**
 * What was typed into a form whose page was left, as browsers keep it between two documents
 * (docs/decisions/0059): only into one that `comesBack`, which makes something new. Takes the form's
 * id, and whether it is shown because it was rejected; returns what was typed when the page was left
 * last at this entry of the history, undefined for none, and a function to call when the form is
 * sent: nothing of it comes back unless it is rejected.
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
 * The fields that differ from what they began with, and those that had come back: of all others the
 * page knows newer values.
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
 * No file, and no value of ours: a choice of scripts says in `data-initial` what it was. No secret:
 * of the forms that come back only the registration has any (`secrets`), which are passwords.
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
