const copies = new WeakMap<Request, Request>();

/**
 * Copies a request that itself will still be read. Keeps the copy alive as long as the request:
 * Node 20.19 empties the body of a request whose copy is garbage-collected.
 */
export function copyRequest(request: Request): Request {
  const copy = request.clone();
  copies.set(request, copy);
  return copy;
}
