import { expect, test } from "vitest";
import { namesTooMany, webLine } from "./chat-rules.ts";

const crowd = ["ann", "Bob[1]", "cid", "dan", "eve"];

test("a message may name up to four people present, however they are written", () => {
  expect(namesTooMany("ann, BOB[1]: cid dan! ann ann", crowd)).toBe(false);
  expect(namesTooMany("ann, BOB[1]: cid dan! eve", crowd)).toBe(true);
  expect(namesTooMany("annie bobby cider dandy evening", crowd)).toBe(false);
});

test("text after /me is an action, and a second slash escapes the first", () => {
  const typed = (text: string) => {
    const { kind, message } = webLine({ username: "owl", text });
    return [kind, message];
  };

  expect(typed("/me waves")).toEqual(["action", "waves"]);
  expect(typed("/ME  waves")).toEqual(["action", "waves"]);
  expect(typed("//me waves")).toEqual(["message", "/me waves"]);
});
