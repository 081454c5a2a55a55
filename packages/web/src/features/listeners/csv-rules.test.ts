import { expect, test } from "vitest";
import { csvOf } from "./csv-rules.ts";

test("[W306] a cell that begins like a formula is defused, and a negative number is not", () => {
  const cells = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1"];

  expect(csvOf(["Title"], [...cells.map((cell) => [cell]), [-1.5]])).toBe(
    "\uFEFFTitle\r\n'=1+1\r\n'+1\r\n'-1\r\n'@SUM(A1)\r\n'\t=1\r\n\"'\r=1\"\r\n =1\r\n-1.5\r\n",
  );
});

test("[W306] quotes, commas and line breaks are quoted", () => {
  expect(csvOf(["Title", "Plays"], [['Say "Hi", then\r\ngo', 3]])).toBe(
    '\uFEFFTitle,Plays\r\n"Say ""Hi"", then\r\ngo",3\r\n',
  );
});
