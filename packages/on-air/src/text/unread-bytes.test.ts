import { expect, test } from "vitest";
import { showUnreadBytes } from "./unread-bytes.ts";
import { encodeAs } from "./test-encode.ts";

test("[P89] no byte of a text read as Latin-1 is lost", () => {
  const misread = encodeAs("Настя - наша", "ibm866").toString("latin1");

  expect(showUnreadBytes([misread])).toEqual(["␍␠áâï - ­␠è␠"]);
});

test("[P89] quotation marks of windows-1252 appear as such, and Western text stays as it is", () => {
  expect(showUnreadBytes(["Don\x92t \x96 it\x92s 50\xa0\x80", undefined, "Sigur Rós"])).toEqual([
    "Don’t – it’s 50\xa0€",
    undefined,
    "Sigur Rós",
  ]);
  expect(showUnreadBytes(["Кино \x8d"])).toEqual(["Кино \x8d"]);
});
