import { expect, test } from "vitest";
import { namesEtag } from "./answers.ts";

test.each([
  ['"1"', true],
  ['W/"1"', true],
  ['"0", W/"1" ,"2"', true],
  ["*", true],
  ['"11"', false],
  ["1", false],
  ["", false],
  [undefined, false],
])('If-None-Match %s matches the tag "1": %s', (header, isNamed) => {
  expect(namesEtag(header, '"1"')).toBe(isNamed);
});
