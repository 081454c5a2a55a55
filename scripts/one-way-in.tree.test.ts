import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const source = path.join(import.meta.dirname, "../packages/server/src");

/** See docs/contributing/way-of-a-file.md. A new way in calls `FileIntake`. */
test.each(["readFiles", "storeFile", "saveTrack"])(
  "only one file of the product calls %s",
  (name) => {
    const call = new RegExp(String.raw`(?<!function\*? |async )\b${name}\(`);
    const callers = globSync("**/*.ts", { cwd: source })
      .filter((file) => !/\.test\.ts$|(?:^|\/)test-/.test(file))
      .filter((file) => call.test(readFileSync(path.join(source, file), "utf8")));

    expect(callers).toHaveLength(1);
  },
);
