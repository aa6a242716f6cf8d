import { createContext } from "react";

/** What a link to this very page is made of. */
export type PageAddress = { pathname: string; search: string };

/** Parts of header and footer that all pages of a language share, as the server writes them. */
export type KeptMarkup = {
  /** The items of the menus of categories and styles. */
  category: string;
  style: string;
  /** The items of the list of languages, which lead to this very page. */
  toLanguages(address: PageAddress): string;
  /** The footer below the newsletter. */
  toFooter(address: PageAddress): string;
};

/**
 * Set by the server's entry alone. These parts are half of the elements of most pages; a browser
 * takes them over like any other, for their markup is the same.
 */
export const KeptMarkupContext = createContext<KeptMarkup | null>(null);
