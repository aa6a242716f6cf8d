// Compresses the built files once at the maximum level, so that no request has to.
import { realpathSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set(
  "css html js json mjs svg txt webmanifest xml".split(" ").map((ending) => `.${ending}`),
);
/** Smaller files fit one packet, compressed or not. */
const BYTES_MIN = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes FILE.br and FILE.gz beside every suitable file below `folder`; returns their count. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    // Node 20.19 still calls it `path` in some releases.
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  let count = 0;
  const work = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      if (await compress(file)) count++;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return count;
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length <= BYTES_MIN) return false;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [brotli, zipped] = await Promise.all([
    toBrotli(content, { params }),
    toGzip(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
  return true;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const count = await precompress(fileURLToPath(new URL("../build/client", import.meta.url)));
  console.log(`precompressed ${count} files`);
}
