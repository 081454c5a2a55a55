import { open, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLog } from "@neonrelay/process/log";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WriteTroubles } from "../state/durable-file.ts";
import { LedgerWriter } from "./ledger-writer.ts";

const log = createLog({ part: "test", level: "silent" });
let folder = "";
let file = "";
let isFull = true;
let madeRoom = 0;
let writer: LedgerWriter;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ledger-writer-"));
  file = path.join(folder, "lines");
  isFull = true;
  madeRoom = 0;
  writer = new LedgerWriter({
    maxPending: 100,
    isFileFull: () => false,
    begin: async () => {
      if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      return await open(file, "a");
    },
    onWritten: () => {},
    onOverflow: () => {},
    makeRoom: async () => {
      madeRoom += 1;
      await Promise.resolve();
    },
    troubles: new WriteTroubles({ file, log }),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await writer.close();
  await rm(folder, { recursive: true });
});

test("[S146] a full disk makes room at once, and what waits is written when there is some", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  writer.append({ text: "one\n", rows: [] });
  await expect(writer.settled()).rejects.toThrow("no space left");
  await expect(writer.settled()).rejects.toThrow("can't be written now");
  writer.append({ text: "two\n", rows: [] });

  isFull = false;
  await vi.advanceTimersByTimeAsync(5000);
  await writer.settled();

  expect(madeRoom).toBe(1);
  expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
});
