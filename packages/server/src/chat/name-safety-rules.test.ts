import { expect, test } from "vitest";
import { imitates } from "./name-safety-rules.ts";

const present = [
  { nick: "nightowl", isOperator: false },
  { nick: "Maria", isOperator: true },
];
const guarded = ["StreamBot", "admin"];

test.each([
  ["n1ghtow1", "a present nick with digits for letters"],
  ["NIGHTOWL", "a present nick in capitals"],
  ["StreamBot", "the bot"],
  ["_StrearnB0t_", "the bot, decorated and misspelt"],
  ["NickServ", "a service"],
  ["Chan_Serv", "a service in two parts"],
  ["maria_", "an operator with something behind"],
  ["[adm1n]", "an account that runs the station"],
])("%s is refused: it could be taken for %s", (name) => {
  expect(imitates(name, { present, guarded })).toBe(true);
});

test.each(["nightowl_", "owl", "mariachi", "bot", "____", "||", "robot"])(
  "%s is nobody else's",
  (name) => {
    expect(imitates(name, { present, guarded })).toBe(false);
  },
);
