import type { MiddlewareFunction } from "react-router";

/**
 * For pages whose address holds a secret, such as the token of a mailed link: no request that they
 * lead to, not even one for our own files, names that address. `strict-origin` and not
 * `no-referrer`, by which browsers send `Origin: null` with native forms: a visitor without
 * JavaScript could not send the page's form.
 */
export const secretAddressMiddleware: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  response.headers.set("referrer-policy", "strict-origin");
  return response;
};
