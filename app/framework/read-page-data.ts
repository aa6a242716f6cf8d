import { UNSAFE_decodeViaTurboStream } from "react-router";
import { PAGE_DATA_ID } from "./workarounds.ts";

type LayoutState = { loaderData: { layout?: object } };
type RouterContext = { state?: LayoutState; stream?: ReadableStream<Uint8Array> };
type RouterWindow = Window & { __reactRouterContext?: RouterContext };

/** The content at this URL. Throws for a response that is not OK. */
export async function fetchJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  return response.json();
}

/**
 * Stores the page's data where the framework looks for what it reads from a stream
 * (page-data.server.ts); data shared by all pages is in a file (layout/layout-data-file.ts). If a
 * page does have a stream, reads it here as well: the root cannot wait for it while it hydrates.
 */
export async function readPageData(): Promise<void> {
  const element = document.getElementById(PAGE_DATA_ID);
  const context = (window as RouterWindow).__reactRouterContext;
  if (!context) return;
  if (!element) {
    // In development the framework reads it itself (`plainData` in vite-plugins.server.ts).
    if (context.stream && import.meta.env.PROD) context.state = await decodeState(context.stream);
    return;
  }
  const state: LayoutState = JSON.parse(element.textContent);
  const { layout } = element.dataset;
  if (layout) Object.assign(state.loaderData.layout ?? {}, await fetchJson<object>(layout));
  context.state = state;
}

async function decodeState(stream: ReadableStream<Uint8Array>): Promise<LayoutState> {
  const { value } = await UNSAFE_decodeViaTurboStream(stream, window);
  // The framework has no type for what it reads there; its own code treats it as this type.
  return (await value) as LayoutState;
}
