const copies = new WeakMap<Request, Request>();

/**
 * A copy of a request that is to be read once more itself. The copy lives as long as the request: Node
 * 20.19 empties the body of a request whose copy is freed.
 */
export function copyRequest(request: Request): Request {
  const copy = request.clone();
  copies.set(request, copy);
  return copy;
}
