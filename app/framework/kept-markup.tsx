import { createContext, type ReactNode, use } from "react";
import { useLocation } from "react-router";

/** The parts of the address of the page that is rendered. */
export type PageAddress = { pathname: string; search: string };

/**
 * Parts that all pages of a language share, by name: their markup as the server writes it, with
 * placeholders for what depends on the page's address.
 */
export type KeptMarkup = Readonly<Record<string, (address: PageAddress) => string>>;

/**
 * Only set by the server's entry. These parts make up half of the elements of most pages; browsers
 * hydrate them like any others, because their markup is the same.
 */
export const KeptMarkupContext = createContext<KeptMarkup | null>(null);

type KeptElementProps = {
  tag: "div" | "ul";
  /** The name under which the markup is kept. */
  part: string;
  id?: string;
  className?: string;
  children: ReactNode;
};

function RenderedElement({ tag: Tag, part: _part, ...attributes }: KeptElementProps) {
  return <Tag {...attributes} />;
}

function CachedElement(props: KeptElementProps) {
  const address = useLocation();
  const html = use(KeptMarkupContext)?.[props.part]?.(address);
  if (html === undefined) return <RenderedElement {...props} />;
  const { tag: Tag, id, className } = props;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup rendered from the children
  return <Tag id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** An element whose children the server renders once for all pages (`keepMarkup`). */
export const KeptElement = import.meta.env.SSR ? CachedElement : RenderedElement;
