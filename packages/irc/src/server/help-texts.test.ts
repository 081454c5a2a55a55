import { expect, test } from "vitest";
import { commands } from "./commands.ts";
import { helpTexts } from "./help-texts.ts";

test("[N1] HELP explains exactly the existing commands, in lines that fit", () => {
  expect([...helpTexts.keys()].toSorted()).toEqual(Object.keys(commands).toSorted());
  for (const line of [...helpTexts.values()].flat()) expect(line.length).toBeLessThan(400);
});
