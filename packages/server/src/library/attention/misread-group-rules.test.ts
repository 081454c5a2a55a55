import { encodeAs } from "@neonrelay/on-air/test-encode";
import { expect, test } from "vitest";
import { groupMisread } from "./misread-group-rules.ts";

const cp1251 = (text: string): string =>
  new TextDecoder("windows-1252").decode(encodeAs(text, "windows-1251"));

test("misread tracks are grouped by folder, with the likeliest reading first and its result", () => {
  const groups = groupMisread([
    {
      trackId: "1",
      path: "/m/Kino/1.mp3",
      durationMs: 1000 * 1,
      texts: [cp1251("Группа крови"), cp1251("Кино")],
    },
    {
      trackId: "2",
      path: "/m/Kino/2.mp3",
      durationMs: 1000 * 2,
      texts: [cp1251("Закрой за мной"), cp1251("Кино")],
    },
    { trackId: "3", path: "/m/Rós/1.mp3", durationMs: 1000 * 3, texts: ["Sigur RÃ³s", "ÃgÃ¦tis"] },
  ]);

  expect(
    groups.map(({ folder, trackIds, durationMs }) => ({ folder, trackIds, durationMs })),
  ).toEqual([
    { folder: "/m/Kino", trackIds: ["1", "2"], durationMs: 1000 },
    { folder: "/m/Rós", trackIds: ["3"], durationMs: 3000 },
  ]);
  expect(groups[0]?.candidates[0]).toEqual({
    readAs: "windows-1252",
    writtenIn: "windows-1251",
    tracks: 2,
    samples: [
      { before: cp1251("Группа крови"), after: "Группа крови" },
      { before: cp1251("Кино"), after: "Кино" },
      { before: cp1251("Закрой за мной"), after: "Закрой за мной" },
    ],
  });
  expect(groups[1]?.candidates[0]).toMatchObject({
    writtenIn: "utf-8",
    samples: [{ before: "Sigur RÃ³s", after: "Sigur Rós" }],
  });
});
