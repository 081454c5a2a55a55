import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("text that begins like a formula gets an apostrophe; numbers don't", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@a", "\ta", "\ra", -1, "a=b"])).toBe(
    `'=1+1,'+1,'-1,'@a,'\ta,"'\ra",-1,a=b\r\n`,
  );
});

test("a cell with a quote, comma or line break is quoted", () => {
  expect(csvLine(['say "hi"', "a,b", "a\nb", "", 1.5])).toBe('"say ""hi""","a,b","a\nb",,1.5\r\n');
});
