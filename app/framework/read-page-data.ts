import { UNSAFE_decodeViaTurboStream } from "react-router";
import { PAGE_DATA_ID } from "./workarounds.ts";

type LayoutState = { loaderData: { layout?: object } };
type RouterContext = { state?: LayoutState; stream?: ReadableStream<Uint8Array> };
type RouterWindow = Window & { __reactRouterContext?: RouterContext };

/** What is at that address. Throws for a response that is not OK. */
export async function fetchJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  return response.json();
}

/**
 * Puts the page's data where the framework looks for what it would read from a stream
 * (page-data.server.ts); what all pages share is a file (layout/layout-data-file.ts). A page with a
 * stream all the same is read here, too: its root cannot wait while it hydrates.
 */
export async function readPageData(): Promise<void> {
  const element = document.getElementById(PAGE_DATA_ID);
  const context = (window as RouterWindow).__reactRouterContext;
  if (!context) return;
  if (!element) {
    // While developing the framework reads it itself (`plainData` in vite-plugins.server.ts).
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
  // The framework knows no type of what it reads there; its own code takes it as this.
  return (await value) as LayoutState;
}
