import { afterAll, vi } from "vitest";

// On the server the parts of a screen start to load with it (`lazyPart`). A file that ends before they
// have loaded would leave modules that failed to the files after it, which share its process.
afterAll(() => vi.dynamicImportSettled());
