/** The parameter that opens the checkout on a product's page (docs/decisions/0004). */
const BUY = "buy";
export const CHECKOUT_QUERY = `?${BUY}=1`;

/** The path of a product's checkout, without locale. */
export const toCheckoutPath = (slug: string): string =>
  `/products/${encodeURIComponent(slug)}${CHECKOUT_QUERY}`;

/** Whether the query of a product's page opens its checkout. */
export const opensCheckout = (query: URLSearchParams): boolean => query.has(BUY);
