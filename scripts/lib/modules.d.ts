// The scripts are plain JavaScript, because they run before TypeScript is installed. Their tests
// are not, and get the types of their imports here.

declare module "*/money.stryker.mjs" {
  const money: { mutate: string[] };
  export default money;
}

declare module "*/mutation/sample.mjs" {
  export function listFiles(): string[];
  export function listMutated(patterns: readonly string[]): string[];
  export function sampleLines(
    patterns: readonly string[],
    chosen: { count: number; seed: string },
  ): string[];
}

declare module "*/lib/node-version.mjs" {
  export function nodeVersionProblem(version: string): string | null;
}

declare module "*/lib/stamp.mjs" {
  export function hashSources(root: string): string;
  export function hashFiles(root: string, names: readonly string[]): string;
  export function readStamp(path: string): string;
  export function writeStamp(path: string, text: string): void;
  export function removeStamp(path: string): void;
}

declare module "*/lib/install.mjs" {
  export function isInstalled(folder: string): boolean;
  export function requireOwnModules(folder: string): void;
}

declare module "*/lib/port.mjs" {
  type Environment = Record<string, string | undefined>;
  export function portFrom(env: Environment): number;
  export function portProblem(port: number, host: string): Promise<string | null>;
  export function requireFreePort(env: Environment): Promise<void>;
}

declare module "*/lib/chromium.mjs" {
  type Machine = {
    env: Record<string, string | undefined>;
    platform: string;
    home: string;
    list: (folder: string) => string[];
  };
  export function chromiumCandidates(machine: Machine): string[];
  type Options = Machine & { isRunnable: (path: string) => Promise<boolean> };
  export function findChromium(options?: Options): Promise<string | null>;
  export function findFullChromium(options?: Options): Promise<string | null>;
  export function ensureFullChromium(options?: {
    find?: () => Promise<string | null>;
    installers?: (() => Promise<boolean>)[];
  }): Promise<string | null>;
}

declare module "*/lib/steps.mjs" {
  type Counts = { passed: number; failed: number };
  export class Tally {
    add(title: string, counts: Counts): void;
    lines(): string[];
  }
  export function countCheck(code: number): Counts;
  export function countTests(code: number, reportFile: string): Counts;
  export function listNewChanges(before: string[], after: string[]): string[];
}

declare module "*/lib/database-folder.mjs" {
  export function databaseFolders(dataDir: string): string[];
  export function movedFolder(dataDir: string): string | null;
  export function requireOwner(folder: string, dataDir: string): void;
  export function isInUse(dataDir: string): boolean;
}

declare module "*/precompress.mjs" {
  export function precompress(folder: string): Promise<number>;
}

declare module "*/licences.mjs" {
  export type LicencedPackage = {
    name: string;
    version: string;
    licence: string;
    homepage: string;
    texts: string[];
  };
  export function listPackages(root: string): LicencedPackage[];
  export function writeLicences(packages: LicencedPackage[]): string;
}

declare module "*/lib/scratch.mjs" {
  export function makeScratch(memory?: string): { folder: string; remove: () => void };
  export function removeStaleFolders(parent: string): void;
}
