import { expect, test } from "vitest";
import { StorageError } from "../storage/s3-storage.ts";
import { FolderClaim } from "./folder-claim.ts";

const own = { owner: "us", run: "this" };
const timing = { claimMs: 0, silentMs: 60_000 };

/** A folder whose claim can't be read. */
function closedFolder(isRefusal: boolean) {
  const written: string[] = [];
  return {
    written,
    findText: async () => {
      throw new StorageError("the storage refused access", { isRefusal });
    },
    put: async (name: string) => void written.push(name),
  };
}

test("[S126] a key that may not read the claim still copies, and a storage that is away is retried", async () => {
  const [closed, away] = [closedFolder(true), closedFolder(false)];
  const withoutRight = new FolderClaim({ storage: closed, own, ...timing });
  const withoutStorage = new FolderClaim({ storage: away, own, ...timing });

  await withoutRight.hold();

  expect(await withoutRight.isStillHeld()).toBe(true);
  await expect(withoutStorage.hold()).rejects.toThrow("refused access");
  expect(await withoutStorage.isStillHeld()).toBe(false);
  expect([...closed.written, ...away.written]).toEqual([]);
});
