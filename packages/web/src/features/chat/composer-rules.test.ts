import { expect, test } from "vitest";
import { completeNick, decideSubmission, lengthHint, renameRefusal } from "./composer-rules.ts";

test.each([
  ["  what a track\t", { kind: "say", message: "what a track" }],
  ["/me waves", { kind: "say", message: "/me waves" }],
  ["//msg", { kind: "say", message: "//msg" }],
  ["/srv/music", { kind: "say", message: "/srv/music" }],
  ["/nick  moon_beam ", { kind: "rename", name: "moon_beam" }],
  ["/NICK [owl]", { kind: "rename", name: "[owl]" }],
  ["   ", { kind: "nothing" }],
])("%j is sent as %j", (typed, submission) => {
  expect(decideSubmission(typed)).toEqual(submission);
});

test.each([
  ["/msg NickServ IDENTIFY hunter2secret", /^Nothing was sent: .* begin with \/\/$/],
  ["/join #other hunter2secret", /^Nothing was sent: .* begin with \/\/$/],
  ["/me", /^Write what you do after \/me/],
  ["/nick", /^Write the new name behind \/nick\. A name has /],
  ["/nick Игорь", /A name has .*\. \/nick Igor can be sent$/],
  ["/nick two hunter2secret", /^Write the new name behind \/nick\. A name has /],
])("%j is not sent, and the reason quotes none of it", (typed, words) => {
  const submission = decideSubmission(typed);

  expect(submission).toEqual({ kind: "refuse", reason: expect.stringMatching(words) });
  expect(JSON.stringify(submission)).not.toContain("hunter2secret");
});

test("a refused name shows its reason and free names until the text changes", () => {
  const refusal = { name: "raven", reason: "It is in use", freeNames: ["raven_", "raven2"] };

  expect(renameRefusal(refusal, "/nick raven")).toBe("It is in use. Still free: raven_, raven2");
  expect(renameRefusal({ ...refusal, freeNames: [] }, "/nick raven")).toBe("It is in use");
  expect(renameRefusal(refusal, "/nick raven_")).toBeUndefined();
});

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

test.each([
  ["a".repeat(300), undefined],
  ["a".repeat(301), "99 left"],
  ["a".repeat(400), "0 left · about 2 lines on IRC (400 bytes)"],
  ["夜".repeat(131), "about 2 lines on IRC (393 bytes)"],
])("the hint for %j is %j", (text, hint) => {
  expect(lengthHint(text)).toBe(hint);
});
