import { expect, test } from "vitest";
import { StorageError } from "../storage/s3-storage.ts";
import { FolderClaim, mayHold, readClaim } from "./folder-claim.ts";

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

const silentMs = 100_000;
const seen = (owner: string, run: string, agoMs = 0) => ({ claim: { owner, run, beat: 7 }, agoMs });

test.each([
  ["nothing", null, false, true],
  ["its own claim", seen("us", "this"), true, true],
  ["the claim of its earlier run", seen("us", "earlier"), false, true],
  ["the claim of a later run with the same data", seen("us", "later"), true, false],
  ["the claim of a now silent run with the same data", seen("us", "later", silentMs), true, true],
  ["another station's claim", seen("them", "theirs"), false, false],
  ["another station's claim, briefly silent", seen("them", "theirs", 99_999), false, false],
  ["another station's claim, silent for long", seen("them", "theirs", silentMs), false, true],
])("[S126] in a folder with %s a run may copy or not", (_what, claim, hasHeld, expected) => {
  expect(mayHold({ seen: claim, own, hasHeld, silentMs })).toBe(expected);
});

test("a claim is read, and anything else counts as no claim", () => {
  const claim = { owner: "us", run: "this", beat: 7 };

  expect(readClaim(JSON.stringify(claim))).toEqual(claim);
  expect(["", "{", "7", "{}", null].map(readClaim)).toEqual([null, null, null, null, null]);
});
