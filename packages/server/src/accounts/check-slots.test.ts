import { expect, test } from "vitest";
import { createCheckSlots } from "./check-slots.ts";

test("of many password checks at once two run, four wait and the others are told to come again", async () => {
  const slots = createCheckSlots({ atOnce: 2, waiting: 4 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const check = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };

  const all = Array.from({ length: 9 }, () => slots.run(check));
  gate.resolve();
  const kinds = (await Promise.all(all)).map(({ kind }) => kind);

  expect(kinds.filter((kind) => kind === "done").length).toBe(6);
  expect(most).toBe(2);
  expect((await slots.run(async () => 1)).kind).toBe("done");
});
