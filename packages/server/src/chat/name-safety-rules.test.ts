import { expect, test } from "vitest";
import { imitates, isNameKept } from "./name-safety-rules.ts";

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
  ["Stream8ot", "the bot with an 8 for the B"],
  ["5tream80t", "the bot with three digits"],
  ["NickServ", "a service"],
  ["Chan_Serv", "a service in two parts"],
  ["maria_", "an operator with something behind"],
  ["[adm1n]", "an account that runs the station"],
])("%s is refused: it could be taken for %s", (name) => {
  expect(imitates(name, { present, guarded })).toBe(true);
});

test("names that differ only in a digit are distinct", () => {
  for (const digit of "123456789")
    expect(imitates("dj0", { present: [{ nick: `dj${digit}`, isOperator: false }], guarded })).toBe(
      false,
    );
});

test.each(["nightowl_", "owl", "mariachi", "bot", "____", "||", "robot"])(
  "%s can't be mistaken for anyone else",
  (name) => {
    expect(imitates(name, { present, guarded })).toBe(false);
  },
);

const stationName = "Neon Relay";
const accounts = [
  { id: "1", username: "Owl", name: null, role: "listener" },
  { id: "2", username: "mira", name: "Mirà  Vale!", role: "admin" },
  { id: "3", username: "4track", name: "Free Name", role: "listener" },
  { id: "4", username: "host", name: "夜", role: "dj" },
  { id: "5", username: "luk", name: "Łukasz Ørsted", role: "dj" },
] as const;

test.each([
  ["owl", null, true],
  ["owl", "2", true],
  ["owl", "1", false],
  ["owl_", null, false],
  ["mira", null, true],
  ["mira", "2", false],
  ["_m1ra_", null, true],
  ["_m1ra_", "1", true],
  ["mira_", "2", false],
  ["_4track", null, true],
  ["_4track", "3", false],
  ["streambot", "2", true],
  ["admin", null, true],
  ["MiraVale", null, true],
  ["mira-vale", null, true],
  ["M1ra_Va1e", "1", true],
  ["mira_vale", "2", false],
  ["FreeName", null, false],
  ["NeonRelay", null, true],
  ["Neon_Relay", "2", true],
  ["ne0n-relay", null, true],
  ["Neon|Relay", null, true],
  ["Stream|Bot", null, true],
  ["Mira|Vale", "1", true],
  ["mira|vale", "2", false],
  ["LukaszOrsted", null, true],
  ["lukasz_\\orsted", "5", false],
  ["_", null, false],
  ["||", null, false],
])("whether the name %s is kept from account %s: %s", (name, accountId, isKept) => {
  const wanted = { name, accountId, accounts, botNames: ["StreamBot"], stationName, present: [] };

  expect(isNameKept(wanted)).toBe(isKept);
});

test("a decorated form of one's own name must not look like another present name", () => {
  const wanted = { name: "mira_", accountId: "2", accounts, botNames: ["StreamBot"], stationName };

  expect(isNameKept({ ...wanted, present: [{ nick: "m1ra_", isOperator: false }] })).toBe(true);
});
