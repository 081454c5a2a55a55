import { expect, test } from "vitest";
import { CHOICE_MS, createChoices } from "./choices.ts";

const choice = (query: string) => ({ query, tracks: [{ id: query }] });

test("only a speaker's newest choice is kept, for two minutes", () => {
  const clock = { nowMs: 1000 };
  const choices = createChoices(() => clock.nowMs);
  choices.ask("ann", choice("first"));
  choices.ask("ann", choice("second"));

  clock.nowMs += CHOICE_MS - 1;
  expect(choices.find("ann")).toEqual(choice("second"));
  expect(choices.find("bob")).toBeNull();
  clock.nowMs += 1;
  expect(choices.find("ann")).toBeNull();
});

test("choices of five hundred speakers are kept", () => {
  const choices = createChoices(() => 0);
  for (let n = 0; n <= 500; n += 1) choices.ask(`speaker ${n}`, choice("x"));

  expect(choices.find("speaker 0")).toBeNull();
  expect(choices.find("speaker 1")).not.toBeNull();
});
