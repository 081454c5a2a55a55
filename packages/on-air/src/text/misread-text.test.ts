import { expect, test } from "vitest";
import { mendMisread, showUnreadBytes } from "./misread-text.ts";
import { encodeAs } from "./test-encode.ts";

const misread = (text: string, charset: string): string =>
  encodeAs(text, charset).toString("latin1");

test("[P89] UTF-8 declared as Latin-1 is repaired, text by text", () => {
  const texts = [Buffer.from("Sigur Rós").toString("latin1"), "Ágætis byrjun", undefined, "日本"];

  expect(mendMisread(texts)).toEqual(["Sigur Rós", "Ágætis byrjun", undefined, "日本"]);
});

test("[P89] all texts of a file together reveal a charset where one alone is too short", () => {
  const texts = ["Кино", "Группа крови", "Да"].map((text) => misread(text, "windows-1251"));

  expect(mendMisread(texts)).toEqual(["Кино", "Группа крови", "Да"]);
  expect(mendMisread(texts.slice(0, 1))).toEqual(texts.slice(0, 1));
});

test("[P89] Latin-1 stays as it is", () => {
  const texts = ["Beyoncé", "Déjà Vu", "Ænima", "¿Qué?", "50 °C"];

  expect(mendMisread(texts)).toEqual(texts);
});

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
