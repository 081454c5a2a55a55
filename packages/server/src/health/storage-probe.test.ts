import { expect, test } from "vitest";
import { describeDisk, describeMusic } from "./storage-probe.ts";

const files = { present: 10, missing: 0, missingLately: 0 };

test.each([
  [{ roots: ["readable", "gone"], files }, false, "1 of 2 music folders can't be read"],
  [{ roots: ["unreadable"], files: null }, false, "1 of 1 music folders can't be read"],
  [{ roots: ["readable"], files }, true, "10 tracks"],
  [{ roots: [], files: null }, true, "folders readable"],
  [{ roots: [], files: { present: 0, missing: 0, missingLately: 0 } }, true, "0 tracks"],
  [
    { roots: [], files: { present: 0, missing: 3, missingLately: 0 } },
    false,
    "3 of 3 tracks have no file",
  ],
  [
    { roots: [], files: { present: 9, missing: 9, missingLately: 9 } },
    true,
    "9 of 18 tracks have no file",
  ],
  [
    { roots: [], files: { present: 9, missing: 10, missingLately: 10 } },
    false,
    "10 of 19 tracks have no file",
  ],
  [
    { roots: [], files: { present: 9, missing: 99, missingLately: 1 } },
    true,
    "99 of 108 tracks have no file",
  ],
] as const)("the library %j is well: %s", (library, ok, detail) => {
  expect(describeMusic(library)).toEqual({ ok, detail });
});

test("a disk with less than 64 MiB free is unhealthy", () => {
  expect(describeDisk(64 * 1024 ** 2)).toEqual({ ok: true, detail: "64 MiB free" });
  expect(describeDisk(64 * 1024 ** 2 - 1)).toEqual({ ok: false, detail: "63 MiB free" });
});
