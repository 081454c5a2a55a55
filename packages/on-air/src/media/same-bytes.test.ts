import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FileBytes, findStretches, type Stretch } from "./same-bytes.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "same-bytes-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** What `file` shares with `other`; checks that it can be rebuilt from that. */
async function stretchesOf(file: Buffer, other: Buffer): Promise<readonly Stretch[]> {
  const paths = [path.join(folder, "file"), path.join(folder, "other")] as const;
  await writeFile(paths[0], file);
  await writeFile(paths[1], other);
  const open = paths.map((each) => openSync(each, "r"));
  try {
    const [a = new FileBytes(0), b = a] = open.map((each) => new FileBytes(each));
    const stretches = findStretches(a, b);
    const parts = stretches.map((stretch) =>
      stretch.kind === "own"
        ? file.subarray(stretch.at, stretch.at + stretch.length)
        : other.subarray(stretch.otherAt, stretch.otherAt + stretch.length),
    );
    expect(Buffer.concat(parts).equals(file)).toBe(true);
    return stretches;
  } finally {
    for (const each of open) closeSync(each);
  }
}

const ownBytes = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { kind, length }) => (kind === "own" ? sum + length : sum), 0);

test("sound shifted by a larger tag before it is one stretch", async () => {
  const sound = randomBytes(700_000);

  // Random bytes around it would now and then go on alike.
  const stretches = await stretchesOf(
    Buffer.concat([Buffer.alloc(3000, 1), sound, Buffer.alloc(128, 2)]),
    Buffer.concat([Buffer.alloc(5001, 3), sound, Buffer.alloc(300, 4)]),
  );

  expect(stretches).toEqual([
    { kind: "own", at: 0, length: 3000 },
    { kind: "shared", at: 3000, otherAt: 5001, length: 700_000 },
    { kind: "own", at: 703_000, length: 128 },
  ]);
});

test("changed numbers within shifted sound cost only their own bytes", async () => {
  const pages = Array.from({ length: 200 }, () => randomBytes(4096));
  const numbered = (from: number): Buffer =>
    Buffer.concat(
      pages.flatMap((page, index) => {
        const head = Buffer.alloc(8);
        head.writeUInt32LE(from + index);
        head.writeUInt32LE((from + index) * 77_777, 4);
        return [head, page];
      }),
    );

  const stretches = await stretchesOf(
    Buffer.concat([randomBytes(1000), numbered(5)]),
    Buffer.concat([randomBytes(70_000), numbered(7)]),
  );

  expect(ownBytes(stretches)).toBeLessThan(1000 + 300 + 200 * 8);
});

test.each([
  ["empty", Buffer.alloc(0), randomBytes(10)],
  ["of an empty one", randomBytes(10), Buffer.alloc(0)],
  ["nothing alike", randomBytes(300_000), randomBytes(300_000)],
  ["zeros", Buffer.alloc(1_000_000), Buffer.alloc(900_001)],
  ["the same", Buffer.alloc(600_000, "ab"), Buffer.alloc(600_000, "ab")],
])("a file can be rebuilt: %s", async (_, file, other) => {
  await stretchesOf(file, other);
});
