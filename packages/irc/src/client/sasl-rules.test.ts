import { expect, test } from "vitest";
import { offersMechanism, saslAnswers } from "./sasl-rules.ts";

const sizesFor = (password: string) =>
  saslAnswers({ kind: "plain", account: "bot", password }).map(({ length }) => length);

test("account and password go in pieces of 400 characters, and a full last piece is followed by +", () => {
  // 3 + 1 + 3 + 1 bytes beside the password; 300 bytes are 400 characters of base64.
  expect(sizesFor("x".repeat(289))).toEqual([396]);
  expect(sizesFor("x".repeat(292))).toEqual([400, 1]);
  expect(sizesFor("x".repeat(293))).toEqual([400, 4]);
});

test("a mechanism is offered when it is in the list, or when there is no list", () => {
  expect(
    ["", "PLAIN,EXTERNAL", "plain", "EXTERNAL"].map((value) => offersMechanism(value, "PLAIN")),
  ).toEqual([true, true, true, false]);
});
