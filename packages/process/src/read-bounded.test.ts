import { expect, test } from "vitest";
import { readBounded } from "./read-bounded.ts";

test("a response is read up to its limit, and an endless one is cut there", async () => {
  let isGivenUp = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.from("abc")),
    cancel: () => void (isGivenUp = true),
  });

  expect(await readBounded(new Response("abcd"), 4)).toEqual({ text: "abcd", isWhole: true });
  expect(await readBounded(new Response("abcde"), 4)).toEqual({ text: "abcd", isWhole: false });
  expect(await readBounded(new Response(null), 4)).toEqual({ text: "", isWhole: true });
  expect(await readBounded(new Response(endless), 7)).toEqual({ text: "abcabca", isWhole: false });
  expect(isGivenUp).toBe(true);
});
