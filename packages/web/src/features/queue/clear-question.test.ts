import { expect, test } from "vitest";
import { clearQuestion } from "./clear-question.ts";

test("the question before clearing the queue names the number of tracks", () => {
  expect([1, 2].map((count) => clearQuestion(count).text)).toEqual([
    "This removes the one upcoming track from the queue. The station goes on with tracks from the library.",
    "This removes all 2 upcoming tracks from the queue. The station goes on with tracks from the library.",
  ]);
});
