import { writeFileSync } from "node:fs";
import { createLogTo } from "@neonrelay/process/log";
import { expect, test } from "vitest";
import { WriteTroubles } from "./write-troubles.ts";

test("a full disk is reported once, and so is its recovery", () => {
  const lines: string[] = [];
  const log = createLogTo((line) => void lines.push(line), { part: "test", level: "info" });
  const troubles = new WriteTroubles({ file: "journal.jsonl", log });
  const writeToFullDisk = (): void => {
    try {
      writeFileSync("/dev/full", "an event");
    } catch (error) {
      troubles.failed(error);
    }
  };

  troubles.worked();
  writeToFullDisk();
  writeToFullDisk();
  troubles.worked();
  troubles.worked();

  expect(lines.map((line) => /"msg":"([^:"]+)/.exec(line)?.[1])).toEqual([
    "the disk is full",
    "writing the file works again",
  ]);
});
