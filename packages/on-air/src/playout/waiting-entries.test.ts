import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { isFolderAway, WaitingEntries } from "./waiting-entries.ts";

const SECOND_MS = 1000;
afterEach(() => vi.useRealTimers());

test("[P109] an entry waits ten seconds at a time while its folder is away", async () => {
  vi.useFakeTimers();
  let over = 0;
  const waiting = new WaitingEntries(
    async () => await Promise.resolve(true),
    () => (over += 1),
  );
  const asked = waiting.wait("a", "/music/a.mp3");
  const meanwhile = waiting.has("a");

  expect([meanwhile, await asked, waiting.has("a")]).toEqual([true, "away", true]);
  vi.advanceTimersByTime(10 * SECOND_MS + 1);
  expect([waiting.has("a"), over]).toEqual([false, 1]);
  waiting.close();
});

test("[P109] setting the clock makes no entry wait longer, or fail", async () => {
  vi.useFakeTimers();
  const waiting = new WaitingEntries(
    async () => await Promise.resolve(true),
    () => {},
  );
  await waiting.wait("a", "/music/a.mp3");

  vi.setSystemTime(Date.now() + 3600 * SECOND_MS);
  expect([waiting.has("a"), await waiting.wait("a", "/music/a.mp3")]).toEqual([true, "still-away"]);
  vi.setSystemTime(Date.now() - 7200 * SECOND_MS);
  vi.advanceTimersByTime(10 * SECOND_MS + 1);
  expect(waiting.has("a")).toBe(false);
  waiting.close();
});

test("[P109] an entry with its folder present does not wait, nor one that has waited for ten minutes", async () => {
  vi.useFakeTimers();
  let isAway = false;
  const waiting = new WaitingEntries(
    async () => await Promise.resolve(isAway),
    () => {},
  );

  expect(await waiting.wait("a", "/music/a.mp3")).toBe("over");
  expect(waiting.has("a")).toBe(false);
  isAway = true;
  expect(await waiting.wait("a", "/music/a.mp3")).toBe("away");
  vi.advanceTimersByTime(10 * 60 * SECOND_MS);
  expect(await waiting.wait("a", "/music/a.mp3")).toBe("over");
  expect(waiting.has("a")).toBe(false);
  waiting.close();
});

test("[P109] a missing folder is reported once, however many entries wait for it", async () => {
  vi.useFakeTimers();
  const waiting = new WaitingEntries(
    async () => await Promise.resolve(true),
    () => {},
  );

  const ask = async (files: readonly string[]) =>
    await Promise.all(files.map((file) => waiting.wait(file, file)));
  const first = await ask(["/music/a.mp3", "/music/b.mp3", "/other/a.mp3"]);
  vi.advanceTimersByTime(10 * SECOND_MS + 1);
  const again = await ask(["/music/a.mp3", "/music/b.mp3", "/music/c.mp3"]);

  expect(first).toEqual(["away", "still-away", "away"]);
  expect(again).toEqual(["still-away", "still-away", "still-away"]);
  waiting.close();
});

test("[P109] a folder counts as away if it is missing or empty", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "away-"));
  await mkdir(path.join(folder, "empty"));
  await mkdir(path.join(folder, "album"));
  await writeFile(path.join(folder, "album/other.mp3"), "");

  expect(await isFolderAway(path.join(folder, "gone/a.mp3"))).toBe(true);
  expect(await isFolderAway(path.join(folder, "empty/a.mp3"))).toBe(true);
  expect(await isFolderAway(path.join(folder, "album/a.mp3"))).toBe(false);
  // It came back after the file had been requested.
  expect(await isFolderAway(path.join(folder, "album/other.mp3"))).toBe(true);
  await rm(folder, { recursive: true });
});
