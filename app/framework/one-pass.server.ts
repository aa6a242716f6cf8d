import type { EntryContext } from "react-router";

/**
 * Reads the data that a document contains for its scripts before rendering, and stores it where
 * `<ServerRouter>` keeps the data that it reads. Rendering then has nothing to wait for, and one
 * pass produces the whole page. Returns the data, for `restoreStream`. Throws what reading throws.
 */
export async function preloadStream(context: EntryContext): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  const stream = context.serverHandoffStream;
  if (!stream) return chunks;
  for await (const chunk of stream) chunks.push(chunk);
  const decoder = new TextDecoder();
  const read = chunks.map((chunk) => ({
    result: { done: false, value: decoder.decode(chunk, { stream: true }) },
  }));
  const streamCache: Record<number, unknown> = { ...read };
  streamCache[read.length] = { result: { done: true, value: "" } };
  restoreStream(context, chunks);
  Object.assign(context, { renderMeta: { streamCache } });
  return chunks;
}

/** Gives the context an unread stream again, so that the page can be rendered in another way. */
export function restoreStream(context: EntryContext, chunks: readonly Uint8Array[]): void {
  const serverHandoffStream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  Object.assign(context, { serverHandoffStream, renderMeta: {} });
}

/**
 * The context with other properties. Copying it would read its stream, which makes the framework
 * encode the page's data (`unreadData` in vite-plugins.server.ts).
 */
export function withProperties(
  context: EntryContext,
  properties: Partial<EntryContext>,
): EntryContext {
  return Object.create(context, Object.getOwnPropertyDescriptors(properties));
}

/** React's markers for a part that one pass could not finish because it suspended or failed. */
const UNFINISHED = ["<!--$?-->", "<!--$!-->"];

/**
 * True for a document that one pass could not finish, so that it must be rendered in another way.
 */
export const isUnfinished = (html: string): boolean =>
  UNFINISHED.some((mark) => html.includes(mark));
