import { expect, test } from "vitest";
import { completeNick } from "./nick-completion-rules.ts";

const nicks = ["nightowl", "NightFox", "maria"];
const field = (text: string) => ({ text, caret: text.length });

test("the first word becomes an address, a later one a name", () => {
  const first = completeNick(field("mar"), { nicks, last: undefined });
  const middle = completeNick({ text: "hi @ma!", caret: 6 }, { nicks, last: undefined });

  expect(first).toMatchObject({ text: "maria: ", caret: 7 });
  expect(middle).toMatchObject({ text: "hi maria !", caret: 9 });
});

test("Tab cycles through the matches, then leaves the field", () => {
  const first = completeNick(field("NIGHT"), { nicks, last: undefined });
  const second = completeNick(first ?? field(""), { nicks, last: first });
  const third = completeNick(second ?? field(""), { nicks, last: second });

  expect([first?.text, second?.text, third]).toEqual(["nightowl: ", "NightFox: ", undefined]);
});

test.each(["", "hello ", "@", "zed"])("there is nothing to complete in %j", (text) => {
  expect(completeNick(field(text), { nicks, last: undefined })).toBeUndefined();
});
