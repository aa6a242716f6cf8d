import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { requireWebRequest } from "./middleware/web-context.ts";

const RENDER_TIMEOUT_MS = 10_000;

/** Renders a document. Nothing in the product is deferred, so the shell is the whole page. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const web = requireWebRequest(loadContext);
  return new Promise((resolve, reject) => {
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={web.nonce} />,
      {
        nonce: web.nonce,
        // React moves large <Suspense> parts behind the page, where only scripts put them back.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          const body = new PassThrough({
            final(callback) {
              clearTimeout(timer);
              callback();
            },
          });
          pipe(body);
          const stream = createReadableStreamFromReadable(body);
          resolve(new Response(stream, { status: finalStatus, headers }));
        },
        onShellError: reject,
        onError(error) {
          finalStatus = 500;
          web.logError("rendering failed", error);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** Errors of loaders and actions that nobody expected; refusals and aborted requests are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  requireWebRequest(context).logError(`${request.method} ${new URL(request.url).pathname}`, error);
};
