import type { MiddlewareFunction } from "react-router";

/**
 * For pages whose URL contains a secret, such as the token of a mailed link: no request from them,
 * not even for our own files, sends that URL as the referrer. `strict-origin` rather than
 * `no-referrer`, with which browsers send `Origin: null` for native forms: a visitor without
 * JavaScript could not submit the page's form.
 */
export const secretAddressMiddleware: MiddlewareFunction<Response> = async (_, next) => {
  const response = await next();
  response.headers.set("referrer-policy", "strict-origin");
  return response;
};
