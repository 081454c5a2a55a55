import { expect, test } from "vitest";
import { clearQuestion } from "./clear-question.ts";

test("before the queue is cleared it is said how many leave it", () => {
  expect([1, 2].map((count) => clearQuestion(count).text)).toEqual([
    "The one upcoming track leaves the queue. The library goes on playing.",
    "All 2 upcoming tracks leave the queue. The library goes on playing.",
  ]);
});
