import { expect, test } from "vitest";
import { ApiCallError } from "../../../api/call-api.ts";
import { isComplete, keepPart, noParts, partlySavedWords } from "./show-parts.ts";

const kept = { kind: "kept" } as const;
const none = { kind: "none" } as const;
const refused = (error: string, field: string) =>
  new ApiCallError({
    status: 400,
    statusText: "",
    text: JSON.stringify({ error, code: "invalid_request", field }),
  });
const fails = (error: Error) => async () => {
  throw error;
};

test("a part that is kept isn't stored again, and one that failed is tried again", async () => {
  let calls = 0;
  const store = async () => (calls += 1);

  const outcomes = [
    await keepPart(kept, store),
    await keepPart({ kind: "failed", reason: "too large" }, store),
    await keepPart({ kind: "failed", reason: "too large" }, undefined),
  ];

  expect(outcomes).toEqual([kept, kept, none]);
  expect(calls).toBe(1);
});

test("a part that fails gives the station's reason, or that it can't be reached", async () => {
  const over = refused("startsAt: is over", "startsAt");

  expect(await keepPart(none, fails(over))).toEqual({
    kind: "failed",
    reason: "Beginning: is over",
  });
  expect(await keepPart(none, fails(new TypeError("Failed to fetch")))).toEqual({
    kind: "failed",
    reason: "Unable to connect to server",
  });
});

test("a show saved in part says what is kept, what failed and what to do", () => {
  const picture = { kind: "failed", reason: "Choose a picture (JPEG, PNG, WebP)" } as const;
  const week = { kind: "failed", reason: "Unable to connect to server" } as const;
  const last = "Change what is wrong and save again, or close: the show stays.";

  expect(partlySavedWords("Night Flight", { picture, week: kept })).toEqual([
    "“Night Flight” is saved, with its time on the week.",
    "Its picture could not be saved: Choose a picture (JPEG, PNG, WebP).",
    last,
  ]);
  expect(partlySavedWords("Night Flight", { picture: kept, week })).toEqual([
    "“Night Flight” is saved, with its picture.",
    "It could not be put on the week: Unable to connect to server.",
    last,
  ]);
  expect([noParts, { picture: kept, week: none }, { picture, week: kept }].map(isComplete)).toEqual(
    [true, true, false],
  );
});
