import { expect, test } from "vitest";
import { decideRoom, neededBytes } from "./original-room-rules.ts";

const original = (editId: number, trackId: string, bytes: number, ...pictures: string[]) => ({
  editId,
  trackId,
  bytes,
  pictures,
  isWaiting: false,
});
const pictureBytes = new Map([
  ["red", 100],
  ["blue", 50],
]);

test("the originals of the oldest edits are removed first, and only as many as needed", () => {
  const kept = [original(1, "a", 40), original(1, "b", 40), original(2, "a", 40)];

  const decide = (limitBytes: number) =>
    decideRoom({ kept, wanted: original(3, "a", 30), pictureBytes, limitBytes });

  expect(decide(150)).toEqual({ kind: "fits", forgotten: [] });
  expect(decide(149)).toEqual({ kind: "fits", forgotten: kept.slice(0, 1) });
  expect(decide(30)).toEqual({ kind: "fits", forgotten: kept });
  expect(decide(29)).toEqual({ kind: "too-little" });
});

test("a picture counts once, and is freed with the last original that needs it", () => {
  const kept = [original(1, "a", 1, "red"), original(1, "b", 1, "red", "blue")];

  const decide = (limitBytes: number, wanted = original(2, "c", 1, "red")) =>
    decideRoom({ kept, wanted, pictureBytes, limitBytes });

  expect(decide(153)).toEqual({ kind: "fits", forgotten: [] });
  expect(decide(152)).toEqual({ kind: "fits", forgotten: kept.slice(0, 1) });
  expect(decide(151)).toEqual({ kind: "fits", forgotten: kept });
  expect(decide(100)).toEqual({ kind: "too-little" });
  expect(decide(52, original(2, "c", 1))).toEqual({ kind: "fits", forgotten: kept });
});

test("originals of the same edit and of waiting files stay; one that is kept again counts once", () => {
  const waiting = { ...original(1, "a", 60), isWaiting: true };
  const same = original(2, "b", 60);

  const decide = (limitBytes: number, trackId: string) =>
    decideRoom({
      kept: [waiting, same],
      wanted: original(2, trackId, 60),
      pictureBytes,
      limitBytes,
    });

  expect(decide(179, "c")).toEqual({ kind: "too-little" });
  expect(decide(120, "b")).toEqual({ kind: "fits", forgotten: [] });
});

test("a lower limit removes the oldest originals", () => {
  const kept = [original(1, "a", 60), original(2, "a", 60)];

  expect(decideRoom({ kept, wanted: null, pictureBytes, limitBytes: 60 })).toEqual({
    kind: "fits",
    forgotten: kept.slice(0, 1),
  });
});

test("an edit needs the pictures of its files once, and only if it changes covers", () => {
  const pictures = [{ name: "red", bytes: 100 }];
  const file = { bytes: 10, pictures, changesCover: true };

  expect(neededBytes([file, file, { ...file, changesCover: false }])).toBe(130);
  expect(neededBytes([{ ...file, changesCover: false }])).toBe(10);
});
