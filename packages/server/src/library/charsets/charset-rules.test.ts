import { encodeAs } from "@neonrelay/on-air/test-encode";
import { expect, test } from "vitest";
import type { Misreading } from "@neonrelay/contract";
import { findMisreadings, rereadText } from "./charset-rules.ts";

/** Text written in one charset, decoded as another. */
function misread(text: string, { readAs, writtenIn }: Misreading): string {
  const bytes = writtenIn === "utf-8" ? Buffer.from(text) : encodeAs(text, writtenIn);
  return new TextDecoder(readAs).decode(bytes);
}

test.each([
  ["Кино", "windows-1252", "windows-1251"],
  ["Группа крови", "windows-1252", "windows-1251"],
  ["МУМИЙ ТРОЛЛЬ", "windows-1252", "windows-1251"],
  ["Океан Ельзи - Обійми", "windows-1252", "windows-1251"],
  ["Алла Пугачёва", "windows-1252", "ibm866"],
  ["Кино", "windows-1251", "ibm866"],
  ["Группа крови", "windows-1252", "koi8-r"],
  ["宇多田ヒカル", "windows-1252", "shift_jis"],
  ["さくら", "windows-1252", "shift_jis"],
  ["サカナクション", "windows-1252", "shift_jis"],
  ["조용필", "windows-1252", "euc-kr"],
  ["돌아와요 부산항에", "windows-1252", "euc-kr"],
  ["邓丽君 月亮代表我的心", "windows-1252", "gbk"],
  ["周杰伦", "windows-1252", "gbk"],
  ["周杰倫", "windows-1252", "big5"],
  ["鄧麗君 月亮代表我的心", "windows-1252", "big5"],
  ["張學友 - 吻別", "windows-1252", "big5"],
  ["Sigur Rós", "windows-1252", "utf-8"],
  ["Beyoncé – Déjà Vu", "windows-1252", "utf-8"],
  ["Кино", "windows-1252", "utf-8"],
  ["東京事変", "windows-1252", "utf-8"],
  ["방탄소년단", "windows-1252", "utf-8"],
  ["Кино", "windows-1251", "utf-8"],
  ["Björk", "windows-1251", "utf-8"],
  ["Mötley Crüe", "windows-1251", "windows-1252"],
  ["Sigur Rós", "windows-1251", "windows-1252"],
] as const)("%s, decoded as %s, was written in %s", (text, readAs, writtenIn) => {
  const wrong = misread(text, { readAs, writtenIn });

  const [best] = findMisreadings([wrong]);

  expect(best).toMatchObject({ readAs, writtenIn });
  expect(rereadText(wrong, { readAs, writtenIn })).toBe(text);
});

test.each([
  "Sigur Rós",
  "Ágætis byrjun",
  "Björk",
  "Mötley Crüe",
  "Motörhead",
  "Beyoncé",
  "Déjà Vu",
  "À la française: où ça? Là-bas!",
  "Señorita ¿Qué pasó? ¡Olé!",
  "São João - Águas de Março",
  "Ænima Øre Ålesund Þórsmörk Ýmir Óðinn",
  "Óðinn",
  "Þór",
  "Noël",
  "Änglagård",
  "ÀNGEL ÄRZTE ÅL",
  "Äs Å4 Ærø",
  "Hüsker Dü",
  "Les Négresses Vertes",
  "“Don’t” — it’s 50 € … ƒ",
  "Blue Öyster Cult",
  "Für Elise",
  "Dvořák: Žižkov, Łódź",
  "Barış Manço - Dönence",
  "Кино",
  "Группа крови",
  "DJ Смэш",
  "ДДТ & Hi-Fi",
  "Μίκης Θεοδωράκης",
  "שלום עולם",
  "أم كلثوم",
  "東京事変",
  "조용필",
  "周杰伦",
  "P!nk ★ †††",
  "°C-ute ½ ±",
  "Kraftwerk",
])("%s was decoded correctly", (text) => {
  expect(findMisreadings([text])).toEqual([]);
});

test("several texts together settle a charset that one alone leaves open", () => {
  const texts = ["남", "조용필"].map((text) =>
    misread(text, { readAs: "windows-1252", writtenIn: "euc-kr" }),
  );

  expect(findMisreadings(texts)[0]).toMatchObject({ writtenIn: "euc-kr" });
});

test("a byte that neither Latin-1 nor windows-1252 can show is read from its control picture", () => {
  expect(rereadText("␍␠áâï", { readAs: "windows-1252", writtenIn: "ibm866" })).toBe("Настя");
});
