import { expect, test } from "vitest";
import { wordUses } from "./delete-dialog.tsx";

test("the places where a track is in use are named in words", () => {
  expect(wordUses({ uses: ["on_air", "queue"], names: [] })).toBe("on air, in the queue");
  expect(wordUses({ uses: ["plan", "playlist", "clock"], names: ["Evening", "Top"] })).toBe(
    "in the plan, in a playlist, in a clock (Evening, Top)",
  );
});
