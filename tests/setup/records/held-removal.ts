import type { TestApi } from "#tests/setup/api/test-api.ts";

/**
 * Holds the next removal of a file, like a bucket that does not respond. `begun` resolves when the
 * removal has started; it continues after `release`.
 */
export function holdRemoval({ deps: { files } }: TestApi) {
  const remove = files.remove.bind(files);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    files.remove = async (key) => {
      files.remove = remove;
      resolve();
      await released;
      return remove(key);
    };
  });
  return { begun, release };
}
