/**
 * Modifications of the framework's output, most of which keep the first load small, for which there
 * is no setting. All of them are in this folder, and `false` here switches one off: the product
 * works without it, and `scripts/budget.mjs` shows the resulting size. The gains are Brotli KB of a
 * listing's first load (decision 0010). `tests/e2e/first-load.test.ts` fails if a new release of
 * the framework produces output that one of them does not recognize.
 */
export const WORKAROUNDS = {
  /**
   * Scripts load at the first interaction or when the page is idle: all of them after the visible
   * content. No document contains a script: 1.1 KB of the HTML.
   */
  lateScripts: true,
  /** The table of routes without unused lists and staff routes: 3.7 KB. */
  slimManifest: true,
  /**
   * The production build of react-router, which its exports do not offer: 0.4 KB. knownRouterFacts
   * and unreadData need it.
   */
  productionRouter: true,
  /** Preact in place of React: 41 KB. */
  preactInBrowsers: true,
  /** React Router without unreachable code and its messages for developers: 7.3 KB. */
  knownRouterFacts: true,
  /** `import()` without Vite's wrapper, which `modulePreload: false` leaves in: 0.8 KB. */
  plainImports: true,
  /** Every page loads two files, the framework's and ours, instead of many small ones: 8.1 KB. */
  twoFiles: true,
  /** Markup that never changes stays as the server wrote it, without the code for it: 2.9 KB. */
  serverMarkup: true,
  /** The server renders a document in one pass: two thirds of the work for identical output. */
  onePass: true,
  /** Markup shared by all pages of a language is rendered once: half of the elements of a page. */
  keptMarkup: true,
  /**
   * A guest's page serves members too, with their data filled in: a third of the work of rendering
   * it.
   */
  memberPages: true,
  /**
   * A request is only compared with the few routes that its path could match: saves a third of a
   * small page's work.
   */
  fewRoutes: true,
  /** Error pages have the reference of their log line, which the framework withholds from them. */
  errorReferences: true,
  /** The data of a page's scripts as JSON instead of the framework's format: 0.7 KB of the HTML. */
  plainData: true,
  /** The framework only encodes that data if it is read: 6 % of a page's work. */
  unreadData: true,
  /**
   * Back to a page that redirects replaces its history entry, as without scripts, and so does a
   * `replace()` to a new document; a link that leads to a new document keeps its fragment.
   */
  backRedirects: true,
  /**
   * The server's texts in separate files instead of its code: 10 MB per process, no effect on
   * pages.
   */
  textFiles: true,
  /** The server's code in one-byte characters: 2 MB per process. */
  narrowCode: true,
};

/** Id of the element that contains it; not `page-...`, the prefix of static pages' headings. */
export const PAGE_DATA_ID = "document-data";
