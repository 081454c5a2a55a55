import { writeFile } from "node:fs/promises";
import { StartUpError } from "@neonrelay/process/part";
import { expect, test } from "vitest";
import { inWords } from "./known-failure.ts";

test("a full disk is explained in words, with the file if the system names one", async () => {
  const error: unknown = await writeFile("/dev/full", "text").catch((cause: unknown) => cause);
  const named = Object.assign(new Error("ENOSPC: no space left on device, open '/srv/radio/x'"), {
    code: "ENOSPC",
    path: "/srv/radio/x",
  });

  expect(inWords(error)).toContain("most likely that of DATA_DIR");
  expect(inWords(named)).toBe(
    "The disk with /srv/radio/x is full: free some space, then try again.",
  );
});

test("an error that people can fix is shown as it is; a bug isn't", () => {
  expect(inWords(new StartUpError("PORT is taken"))).toBe("PORT is taken");
  expect(inWords(new TypeError("x is undefined"))).toBeNull();
});
