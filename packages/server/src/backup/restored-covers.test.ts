import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { RestoredCovers } from "./restored-covers.ts";

test("every size of a cover used by a track of the backup is restored, and no other file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-covers-"));
  const covers = new RestoredCovers();
  covers.recordRow({ table: "tracks", row: { artwork_name: "abc" } });
  covers.recordRow({ table: "shows", row: { artwork_name: "other" } });
  const sent = ["abc-96.webp", "abc-256.webp", "abc-512.webp", "abc-1024.webp", "other-96.webp"];
  const base64 = Buffer.from("a picture").toString("base64");
  try {
    for (const cover of sent) covers.recordCover(cover, base64);
    for (const cover of sent) await covers.unpack(folder, { cover, base64 });

    expect((await readdir(folder)).toSorted()).toEqual(sent.slice(0, 3).toSorted());
    expect(covers.neededBytes).toBe(3 * "a picture".length);
  } finally {
    await rm(folder, { recursive: true });
  }
});
