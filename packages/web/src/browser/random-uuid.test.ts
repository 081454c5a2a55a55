import { expect, test } from "vitest";
import * as z from "zod/mini";
import { randomUuid } from "./random-uuid.ts";

test("a connection id is a version 4 UUID, new each time", () => {
  const ids = [randomUuid(), randomUuid()];

  expect(ids.map((id) => z.uuidv4().safeParse(id).success)).toEqual([true, true]);
  expect(ids[0]).not.toBe(ids[1]);
});
