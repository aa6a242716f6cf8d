/** Time budget of all reads of a page: a slow server delays the page once, not per call. */
const PAGE_READS_MS = 8_000;

type KeptRead = { by: object; text: string; status: number; headers: Headers };

/**
 * What all attempts to make one requested page share (one per browser request): a member's page may
 * begin as the cached page for everybody and end as an individual one.
 */
export class PageReads {
  #until = performance.now() + PAGE_READS_MS;
  readonly #lost = new Set<string>();
  readonly #kept = new Map<string, KeptRead>();

  /** Milliseconds that are left for reads, at least one. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#until - performance.now()));
  }

  /** After a write everything is read anew, in a new budget. */
  restart(): void {
    this.#until = performance.now() + PAGE_READS_MS;
    this.#lost.clear();
    this.#kept.clear();
  }

  /** Records a read without a response: no other attempt waits for it again. */
  lose(path: string): void {
    this.#lost.add(path);
  }

  isLost(path: string): boolean {
    return this.#lost.has(path);
  }

  /** Keeps the response to a read for the other attempts; `by` is the client that made it. */
  keep(key: string, by: object, { status, headers }: Response, text: string): void {
    this.#kept.set(key, { by, text, status, headers });
  }

  /**
   * The response of another attempt to the same read, or null. A client's own reads are sent again:
   * it knows why it repeats one.
   */
  find(key: string, by: object): Response | null {
    const kept = this.#kept.get(key);
    return kept && kept.by !== by ? new Response(kept.text, kept) : null;
  }
}
