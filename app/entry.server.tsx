import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import {
  type DocumentParts,
  joinDocument,
  splitDocument,
} from "#app/framework/document-parts.server.ts";
import { isLogged, toUnexpected } from "#app/framework/error-references.server.ts";
import { type KeptMarkup, KeptMarkupContext } from "#app/framework/kept-markup.tsx";
import {
  isUnfinished,
  preloadStream,
  restoreStream,
  withProperties,
} from "#app/framework/one-pass.server.ts";
import { insertPageData, writePageData } from "#app/framework/page-data.server.ts";
import { toPartMarkers } from "#app/framework/preact/part-markers.server.ts";
import { chooseManifest } from "#app/framework/slim-manifest.server.ts";
import { STARTER_FILE } from "#app/framework/starter/file.server.ts";
import { delayScripts } from "#app/framework/starter/late-scripts.server.ts";
import { WORKAROUNDS } from "#app/framework/workarounds.ts";
import { WordsContext, type WordsSource } from "#app/i18n/translations.ts";
import { keepMarkup } from "#app/layout/kept-parts.server.tsx";
import { memberPageMaker } from "#app/layout/member-page.server.tsx";
import { splitLayout } from "#app/layout/shared-layout.server.ts";
import { getWordsSource } from "#app/middleware/locale.ts";
import { requireWebRequest, type WebRequest } from "#app/middleware/web-context.ts";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { GUEST, MemberContext, type MemberSource } from "#app/ui/base/member-data.ts";
import { readUnreadCode } from "#domain/unread-forms.ts";

const RENDER_TIMEOUT_MS = 10_000;
const DOCTYPE = "<!DOCTYPE html>";

/**
 * Renders a complete document: nothing in the product is deferred. A single pass to a string costs
 * two thirds of streaming; the stream is only used if a pass cannot finish the page (a part that
 * failed).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const web = requireWebRequest(loadContext);
  const words = getWordsSource(loadContext);
  const member: MemberSource = {
    member: web.member ?? GUEST,
    onPersonal: () => {
      web.isPersonal = true;
    },
  };
  const hasTwoManifests = import.meta.env.PROD && WORKAROUNDS.slimManifest;
  const context = hasTwoManifests ? chooseManifest(routerContext) : routerContext;
  const toDocument: ToDocument = (context, kept) => (
    <WordsContext value={words}>
      <MemberContext value={member}>
        <KeptMarkupContext value={kept ?? null}>
          <ServerRouter context={context} url={request.url} nonce={web.nonce} />
        </KeptMarkupContext>
      </MemberContext>
    </WordsContext>
  );
  const rendered = await renderDocument(context, { toDocument, words, web }).catch(
    (error: unknown) => {
      const { data, init } = toUnexpected(error, "a page could not be rendered", web);
      // React Router only passes the content of such a response to the error page that it renders
      // instead.
      throw Response.json(data, init ?? {});
    },
  );
  const { parts } = rendered;
  web.html = joinDocument(STARTER_FILE ? delayScripts(parts, STARTER_FILE) : parts);
  const layout: LoadedLayout | undefined = routerContext.staticHandlerContext.loaderData.layout;
  if (WORKAROUNDS.memberPages && layout && !web.isPersonal) {
    web.toMemberPage = memberPageMaker(layout, words);
  }
  // The process takes the document from `web`: encoding a body would be wasted work.
  return new Response(null, { status: rendered.hasFailed ? 500 : status, headers });
}

type Rendered = { parts: DocumentParts; hasFailed: boolean };
type ToDocument = (context: EntryContext, kept?: KeptMarkup) => ReactNode;
type Page = { toDocument: ToDocument; words: WordsSource; web: WebRequest };

async function renderDocument(context: EntryContext, page: Page): Promise<Rendered> {
  return (
    (await renderWithPlainData(context, page)) ??
    (await render(context, () => page.toDocument(context), page.web))
  );
}

/** Null for a page whose data is not plain JSON. */
async function renderWithPlainData(
  context: EntryContext,
  { toDocument, words, web }: Page,
): Promise<Rendered | null> {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const layout: LoadedLayout | undefined = loaderData.layout;
  if (!import.meta.env.PROD || !WORKAROUNDS.plainData || !layout) return null;
  const { own: ownLayout, url } = splitLayout(layout);
  const data = writePageData({
    loaderData: { ...loaderData, layout: ownLayout },
    actionData,
    errors,
  });
  if (data === null) return null;
  const own = withProperties(context, { serverHandoffStream: undefined });
  const kept = WORKAROUNDS.keptMarkup ? keepMarkup(layout, words, url) : undefined;
  const { parts, hasFailed } = await render(own, () => toDocument(own, kept), web);
  const scripts = insertPageData(parts.scripts, data, url);
  return scripts === null ? null : { parts: { ...parts, scripts }, hasFailed };
}

async function render(
  routerContext: EntryContext,
  toDocument: () => ReactNode,
  web: WebRequest,
): Promise<Rendered> {
  if (!WORKAROUNDS.onePass) return renderStream(toDocument(), web);
  const chunks = await preloadStream(routerContext);
  await web.waitToRender();
  const html = renderToString(toDocument());
  if (!isUnfinished(html)) {
    const parts = splitDocument(toPartMarkers(html));
    return { parts: { ...parts, head: DOCTYPE + parts.head }, hasFailed: false };
  }
  restoreStream(routerContext, chunks);
  return renderStream(toDocument(), web);
}

function renderStream(document: ReactNode, web: WebRequest): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    let hasFailed = false;
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk: Buffer, _encoding, callback) {
        chunks.push(chunk);
        callback();
      },
      final(callback) {
        clearTimeout(timer);
        resolve({
          parts: splitDocument(toPartMarkers(Buffer.concat(chunks).toString())),
          hasFailed,
        });
        callback();
      },
    });
    const { pipe, abort } = renderToPipeableStream(document, {
      nonce: web.nonce,
      // React moves large <Suspense> parts to the end of the page, where only scripts put them
      // back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(page),
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        hasFailed = true;
        web.logError("rendering failed", error);
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/**
 * Logs unexpected errors of loaders and actions. Excludes rejections, aborted requests, forms that
 * were not read, and requests that no route accepts (405): anybody could flood the log with them.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (error instanceof Response || isLogged(error) || readUnreadCode(error)) return;
  requireWebRequest(context).logError(`${request.method} ${new URL(request.url).pathname}`, error);
};
