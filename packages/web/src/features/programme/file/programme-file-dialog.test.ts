import { expect, test } from "vitest";
import { importWords, readProgrammeFile } from "./programme-file-dialog.tsx";

test("an import's changes are summarised in one line", () => {
  const changes = (["made", "made", "changed", "unchanged"] as const).map((change) => ({ change }));

  expect(importWords(changes)).toBe("2 new, 1 changed, 1 stays as it is");
  expect(importWords([{ change: "unchanged" }, { change: "unchanged" }])).toBe(
    "2 stay as they are",
  );
  expect(importWords([])).toBe("The file is empty");
});

test("only JSON is sent to the station", () => {
  expect(readProgrammeFile('{"format":"neonrelay-programme"}')).toEqual({
    format: "neonrelay-programme",
  });
  for (const text of ["", "#EXTM3U", "3", "null"]) expect(readProgrammeFile(text)).toBeUndefined();
});
