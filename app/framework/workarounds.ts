/**
 * What changes the framework's own output, or works around what it does, for want of a setting that
 * does the same. Everything of the kind is in this folder, and `false` here switches it off: the
 * product works without. The gains are Brotli KB of what the listing loads, as `scripts/budget.mjs`
 * weighs it, where they say nothing else (decision 0010). Each has a test whose title begins with its
 * name, which fails when a new release of the framework writes something that it does not recognize:
 * beside its code or, of the built product, in `tests/e2e/first-load.test.ts`.
 */
export const WORKAROUNDS = {
  /** Scripts load at the first move or when the page is idle: all of them after what can be seen. */
  lateScripts: true,
  /** The table of routes without lists that nothing reads, and without the desk: 1.3 KB. */
  slimManifest: true,
  /** The production build of react-router, which its exports do not offer: 0.5 KB. */
  productionRouter: true,
  /** React Router without what cannot be reached here, and its messages for developers: 5.2 KB. */
  knownRouterFacts: true,
  /** `import()` without Vite's wrapper, which `modulePreload: false` leaves in: 0.4 KB. */
  plainImports: true,
  /** What every page loads is two files, the framework's and ours, not many small ones: 2 KB. */
  twoFiles: true,
  /** Markup that never changes stays as the server wrote it, without its code: 0.7 KB. */
  serverMarkup: true,
  /** The server renders a document in one pass: two thirds of the work, no byte of the page. */
  onePass: true,
  /** What all pages of a language share is rendered once: half of the elements of a page. */
  keptMarkup: true,
  /** A guest's page serves members, with what is theirs filled in: a hundredth of rendering it. */
  memberPages: true,
  /** A request is compared with the few routes that its path could match: a third of a small page. */
  fewRoutes: true,
  /** Error pages have the reference of the log's line, which the framework keeps from them. */
  errorReferences: true,
  /** The data of a page's scripts as JSON instead of the framework's writing: 0.7 KB of the HTML. */
  plainData: true,
  /** The starter that each document carries, minified: 0.3 KB of the HTML. */
  shortStarter: true,
  /** The server's texts beside its code instead of within it: 10 MB of each process, no byte of a page. */
  textFiles: true,
  /** The server's code in characters of one byte: 2 MB of each process. */
  narrowCode: true,
};

/** The element of a document that has it; not `page-...`, as headings of static pages are. */
export const PAGE_DATA_ID = "document-data";
