import { DomainError } from "#domain/errors.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";

/** Makes the file store fail to remove these keys; `tried` are the keys it was asked to remove. */
export function rejectRemovals({ deps: { files } }: TestApi, keys: readonly string[]) {
  const tried: string[] = [];
  const { remove: removeFile } = files;
  const remove = async (key: string) => {
    tried.push(key);
    if (keys.includes(key)) throw new DomainError("storage_unavailable");
    await removeFile(key);
  };
  return { tried, files: { ...files, remove } };
}
