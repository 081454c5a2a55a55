import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { analyseFiles } from "./analyse-files.ts";
import { mediaConfinement, mediaLimits } from "./media-runner.ts";

const childUrl = new URL("./test-media-child.ts", import.meta.url);

async function outcomesOf(
  names: readonly string[],
  { fileLimitMs = 60_000, atOnce = 1, artworkFolder = "/artwork", niceness = 0 } = {},
): Promise<string[]> {
  const outcomes: string[] = [];
  const results = analyseFiles({
    paths: names.map((name) => `/music/${name}.mp3`),
    artworkFolder,
    signal: AbortSignal.timeout(100_000),
    childUrl,
    fileLimitMs,
    atOnce,
    niceness,
  });
  for await (const result of results)
    outcomes.push(
      result.kind === "analysed" ? result.analysis.title : `${result.path}: ${result.reason}`,
    );
  return outcomes;
}

test("each file gets one result, and a broken one a reason", async () => {
  expect(await outcomesOf(["a", "bad", "b"])).toEqual([
    "a",
    "/music/bad.mp3: This is not audio",
    "b",
  ]);
});

const rightsSchema = z.object({
  hasNetwork: z.boolean(),
  mayGainRights: z.boolean(),
  openFiles: z.number(),
  secrets: z.array(z.string()),
});

test("a child has no network, no secrets and no way to gain rights, as far as the system allows", async () => {
  vi.stubEnv("ADMIN_PASSWORD", "a-secret");
  vi.stubEnv("PGPASSWORD", "a-secret");
  const { holds } = await mediaConfinement();

  const [title = ""] = await outcomesOf(["confined"]);

  vi.unstubAllEnvs();
  const { openFiles, ...rights } = rightsSchema.parse(JSON.parse(title));
  expect(rights).toEqual({
    hasNetwork: !holds.includes("no network"),
    mayGainRights: !holds.some((words) => words.endsWith("new ones") || words === "no new rights"),
    secrets: [],
  });
  const areLimited = holds.some((words) => words.includes("open files"));
  expect(openFiles === mediaLimits.openFiles).toBe(areLimited);
});

test("a file that crashes the child is refused and the files after it are read", async () => {
  expect(await outcomesOf(["a", "crash", "b", "throw", "c"])).toEqual([
    "a",
    "/music/crash.mp3: Reading it crashed the decoder (SIGSEGV)",
    "b",
    expect.stringMatching(/^\/music\/throw\.mp3: The media child ended with code 1/),
    "c",
  ]);
});

/** Includes the start of a child, which takes ten times as long on a busy machine. */
const LIMIT_MS = 10_000;

test.concurrent("a file that hangs the child is refused when its time is up", async () => {
  expect(await outcomesOf(["a", "hang", "b"], { fileLimitMs: LIMIT_MS })).toEqual([
    "a",
    "/music/hang.mp3: Reading it took longer than 10 s",
    "b",
  ]);
});

test.concurrent("a file that takes longer than the limit is read while the child reports progress", async () => {
  expect(await outcomesOf(["long"], { fileLimitMs: LIMIT_MS })).toEqual(["long"]);
});

test("a first file that breaks the child does not block the others", async () => {
  const outcomes = await outcomesOf(["throw", "a"]);

  expect(outcomes[0]).toBe("a");
  expect(outcomes[1]).toContain("/music/throw.mp3");
});

test("a child that never works refuses no file: they are not to blame", async () => {
  await expect(outcomesOf(["throw1", "throw2"])).rejects.toThrow("ended with code 1");
});

test("several children read side by side, at the lowest priority", async () => {
  const artworkFolder = await mkdtemp(path.join(tmpdir(), "neonrelay-children-"));
  try {
    // Neither child continues before the other has arrived.
    const names = ["meet1", "a", "meet2", "nice"];
    const outcomes = await outcomesOf(names, { atOnce: 2, artworkFolder, niceness: 19 });

    expect(outcomes.toSorted()).toEqual(["a", "meet1", "meet2", "niceness 19"]);
  } finally {
    await rm(artworkFolder, { recursive: true });
  }
});

test("with children side by side, files that break their child are refused and all others are read", async () => {
  const names = ["throw1", "a", "crash", "b", "bad", "c"];
  const outcomes = await outcomesOf(names, { atOnce: 3 });

  expect(outcomes).toHaveLength(names.length);
  expect(outcomes).toEqual(expect.arrayContaining(["a", "b", "c"]));
});

test("children that never work are given up on, however many there are", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `throw${index}`);

  await expect(outcomesOf(names, { atOnce: 3 })).rejects.toThrow("ended with code 1");
});
