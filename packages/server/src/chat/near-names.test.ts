import { chatNameSchema } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { nearNames } from "./near-names.ts";

test("the nearest name comes first", () => {
  expect(nearNames("nightowl").slice(0, 3)).toEqual(["nightowl_", "nightowl2", "nightowl3"]);
});

test.each(["ab", "a-name-of-20-letters"])("the names near %s are different and valid", (name) => {
  const near = nearNames(name);

  expect(new Set([name, ...near]).size).toBe(near.length + 1);
  expect(near.filter((one) => !chatNameSchema.safeParse(one).success)).toEqual([]);
});
