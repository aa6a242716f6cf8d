import { useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

type Values = Record<string, string | string[]>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** By form and entry of the history, for as long as this document is there. */
const kept = new Map<string, Values>();

/**
 * What was typed into a form whose page was left, as browsers keep it between two documents
 * (docs/decisions/0059). Takes the form's id; returns what was typed when the page was left last at
 * this entry of the history, undefined for none, and a function to call when the form is sent: what
 * was sent does not come back.
 */
export function useTypedValues(formId: string): { typed: Values | undefined; onSent: () => void } {
  const { key } = useLocation();
  const place = `${formId} ${key}`;
  const [typed] = useState(() => kept.get(place));
  const isSent = useRef(false);
  useLayoutEffect(() => {
    isSent.current = false;
    const form = document.getElementById(formId);
    return () => {
      if (isSent.current || !(form instanceof HTMLFormElement)) kept.delete(place);
      else kept.set(place, { ...typed, ...readChanged(form) });
    };
  }, [place, formId, typed]);
  const onSent = () => {
    isSent.current = true;
  };
  return { typed, onSent };
}

/** The fields that differ from what they began with: of all others the page knows newer values. */
function readChanged(form: HTMLFormElement): Values {
  const fields = [...form.elements].filter(isTyped);
  const changed = fields.filter(isChanged).map(({ name }) => name);
  return Object.fromEntries(changed.map((name) => [name, readValue(fields, name)]));
}

function readValue(fields: Field[], name: string): string | string[] {
  const same = fields.filter((field) => field.name === name);
  const values = same.filter((field) => !isChoice(field) || field.checked);
  const isList = same.length > 1 && same[0]?.type === "checkbox";
  return isList ? values.map(({ value }) => value) : (values[0]?.value ?? "");
}

/** No secret, file, or value of ours; a choice of scripts says in `data-initial` what it was. */
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
