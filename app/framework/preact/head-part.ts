import { useLayoutEffect } from "preact/hooks";

/** The elements that React moves to the document's head, wherever they are rendered. */
export const HEAD_TAGS = ["title", "meta", "link"];

/** React's names that match no attribute in any letter case. */
const ATTRIBUTES: Record<string, string> = { httpEquiv: "http-equiv" };

export type HeadProps = { tag: string; attributes: Record<string, unknown> };

/** Elements that belong to a component; the others are the server's. */
const owned = new WeakSet<Element>();

/**
 * An element of the head, present while its component is on the page. In a document rendered by the
 * server it is the server's element.
 */
export function HeadPart({ tag, attributes }: HeadProps): null {
  // Depends on a text, because the attributes are a new object in each rendering.
  const json = JSON.stringify(attributes);
  useLayoutEffect(() => {
    const element = findOrAppend(createElement(tag, JSON.parse(json)));
    owned.add(element);
    return () => element.remove();
  }, [tag, json]);
  return null;
}

function createElement(tag: string, { children, ...attributes }: HeadProps["attributes"]): Element {
  const element = document.createElement(tag);
  element.textContent = [children].flat().join("");
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(ATTRIBUTES[name] ?? name, String(value));
  }
  return element;
}

function findOrAppend(element: Element): Element {
  const found = [...document.head.querySelectorAll(element.tagName)].find(
    (existing) => !owned.has(existing) && existing.isEqualNode(element),
  );
  if (found) return found;
  // If there are several titles the first counts, which is the newest, as in React.
  const title = element.localName === "title" ? document.head.querySelector("title") : null;
  document.head.insertBefore(element, title);
  return element;
}
