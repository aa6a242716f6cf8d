import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { delayScripts } from "#app/framework/late-scripts.server.ts";
import { TRIMS } from "#app/framework/trims.ts";
import { WordsContext } from "#app/i18n/translations.ts";
import { getWordsSource } from "#app/middleware/locale.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";

const RENDER_TIMEOUT_MS = 10_000;

/**
 * Renders a document, whole: nothing in the product is deferred, and one buffer costs a third of
 * the same bytes as a web stream of small ones.
 */
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
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        chunks.push(chunk);
        callback();
      },
      final(callback) {
        clearTimeout(timer);
        const html = Buffer.concat(chunks).toString();
        const isLate = import.meta.env.PROD && TRIMS.lateScripts;
        const document = isLate ? delayScripts(html) : html;
        resolve(new Response(document, { status: finalStatus, headers }));
        callback();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <WordsContext value={getWordsSource(loadContext)}>
        <ServerRouter context={routerContext} url={request.url} nonce={web.nonce} />
      </WordsContext>,
      {
        nonce: web.nonce,
        // React moves large <Suspense> parts behind the page, where only scripts put them back.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady: () => void pipe(page),
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          finalStatus = 500;
          web.logError("rendering failed", error);
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/**
 * Logs errors of loaders and actions that nobody expected. Rejections, aborted requests and requests
 * that no route takes (405) are none: anybody could fill the log with them.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  requireWebRequest(context).logError(`${request.method} ${new URL(request.url).pathname}`, error);
};
