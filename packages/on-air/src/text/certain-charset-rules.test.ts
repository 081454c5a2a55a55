import { expect, test } from "vitest";
import { certainCharset } from "./certain-charset-rules.ts";
import { encodeAs } from "./test-encode.ts";

test.each([
  ["windows-1251", "Кино\nГруппа крови"],
  ["windows-1251", "DJ Смэш - Москва (Radio Edit) «Лучшее»"],
  ["windows-1251", "Океан Ельзи\nОбійми"],
  ["windows-1251", "Щурците - Клетка"],
  ["shift_jis", "東京事変 - 群青日和のうた"],
  ["shift_jis", "サカナクション"],
  ["gbk", "周杰伦\n青花瓷\n我很忙"],
  ["gbk", "邓丽君 - 月亮代表我的心（Live）"],
] as const)("[P89] text is recognised as %s: %j", (charset, text) => {
  expect(certainCharset(encodeAs(text, charset))).toBe(charset);
});

test.each([
  ["windows-1252", "Sigur Rós - Ágætis byrjun"],
  ["windows-1252", "Beyoncé – Déjà Vu"],
  ["windows-1252", "Mötley Crüe, Motörhead, Björk"],
  ["windows-1252", "À la française: où ça? Là-bas!"],
  ["windows-1252", "Señorita ¿Qué pasó? ¡Olé!"],
  ["windows-1252", "Antônio Carlos Jobim - Águas de Março; São João"],
  ["windows-1252", "Ænima Øre Ålesund Þórsmörk Ýmir Óðinn"],
  ["windows-1252", "ÀÁÂÃÄÅ ÈÉÊË ÌÍÎÏ"],
  ["windows-1252", "¡°±²³´µ·¸¹º»¼½¾¿"],
  ["windows-1252", "“Don’t” — it’s 50 € … ƒ"],
  ["windows-1250", "Dvořák: Žižkov, Łódź, Źdźbło, Győr"],
  ["windows-1254", "Barış Manço - Dönence, İstanbul’da Şarkı"],
  ["windows-1257", "Žalgiris Ąžuolas Šiauliai Ūkis"],
  ["windows-1253", "Μίκης Θεοδωράκης - Ζορμπάς"],
  ["windows-1253", "Μανος Χατζιδακις - Τα παιδια του Πειραια"],
  ["windows-1255", "שלום עולם\nהבה נגילה"],
  ["windows-1256", "أم كلثوم\nإنت عمري"],
  ["windows-874", "คาราบาว\nเมดอินไทยแลนด์"],
  ["koi8-r", "Кино - Группа крови"],
  ["iso-8859-5", "Кино - Группа крови"],
  ["ibm866", "Кино - Группа крови"],
  ["euc-kr", "조용필 - 돌아와요 부산항에"],
  ["big5", "鄧麗君 - 月亮代表我的心"],
  ["euc-jp", "宇多田ヒカル - はつこい"],
  ["windows-1251", "КИНО"],
  ["windows-1251", "Да"],
  ["gbk", "中文"],
])("[P89] text in %s stays as it was: %j", (charset, text) => {
  expect(certainCharset(encodeAs(text, charset))).toBeNull();
});

test("[P89] plain text has no charset of its own", () => {
  expect(certainCharset(Buffer.from("Kraftwerk - Autobahn"))).toBeNull();
  expect(certainCharset(Buffer.alloc(0))).toBeNull();
});
