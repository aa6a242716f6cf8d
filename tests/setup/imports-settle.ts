import { afterAll, vi } from "vitest";

// On the server, loading a screen starts loading its parts (`lazyPart`). A file that ended before
// they have loaded would leave failed modules to the next files, which share its process.
afterAll(() => vi.dynamicImportSettled());
