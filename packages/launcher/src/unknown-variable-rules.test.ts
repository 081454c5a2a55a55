import { expect, test } from "vitest";
import { sayUnknownVariables } from "./unknown-variable-rules.ts";

const known = ["PORT", "HOST", "LOG_LEVEL", "IRC_NICK", "MUSIC_DIRS", "DATABASE_URL"];
const inEnvironment = (...names: readonly string[]) =>
  sayUnknownVariables({ known, inFile: [], inEnvironment: names });
const inFile = (...names: readonly string[]) =>
  sayUnknownVariables({ known, inFile: names, inEnvironment: [] });

test.each([
  ["LOGLEVEL", "LOG_LEVEL"],
  ["log_level", "LOG_LEVEL"],
  ["LOG_LEVLE", "LOG_LEVEL"],
  ["LOG_LEVELS", "LOG_LEVEL"],
  ["MUSIC_DIR", "MUSIC_DIRS"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["port", "PORT"],
])("%s in the environment nearly matches %s, and is reported", (name, meant) => {
  expect(inEnvironment(name)).toEqual([
    `${name} is not a variable of Neon Relay. Did you mean ${meant}?`,
  ]);
});

test("other programs' environment variables are left alone", () => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "HOSTS",
    "SPORT",
    "POST",
    "IRCNICK",
    "PGHOST",
    "LANG",
  ];

  expect(inEnvironment(...others, ...known)).toEqual([]);
  expect(inEnvironment("LOGLEVEL", "LOG_LEVEL")).toEqual([]);
});

test("every unknown variable in station.env is reported", () => {
  expect(inFile("PORT", "LOGLEVEL", "COLOUR")).toEqual([
    "station.env sets LOGLEVEL, which is not a variable of Neon Relay. Did you mean LOG_LEVEL?",
    "station.env sets COLOUR, which is not a variable of Neon Relay.",
  ]);
});
