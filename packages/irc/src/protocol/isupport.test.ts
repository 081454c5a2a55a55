import { expect, test } from "vitest";
import { applyIsupport, defaultIsupport } from "./isupport.ts";

const end = "are supported by this server";

test("[I11] 005 is parsed: statuses, modes, lengths, casemapping", () => {
  const first = applyIsupport(defaultIsupport, [
    "me",
    "PREFIX=(qaohv)~&@%+",
    "CHANMODES=beI,k,l,imn",
    "CASEMAPPING=ascii",
    "NICKLEN=30",
    "WHOX",
    "MONITOR=100",
    end,
  ]);
  const all = applyIsupport(first, ["me", "NETWORK=A\\x20Net", "MODES", "NICKLEN=x", end]);

  expect(all).toMatchObject({
    casemapping: "ascii",
    chanModes: { list: "beI", always: "k", whenSet: "l", flag: "imn" },
    nickLen: 9,
    hasWhox: true,
    isUtf8Only: false,
    monitor: 100,
    modes: 20,
    network: "A Net",
  });
  expect(all.prefix.map(({ mode, sign }) => mode + sign)).toEqual(["q~", "a&", "o@", "h%", "v+"]);
});

test("[I11] a revoked token counts as never sent", () => {
  const said = applyIsupport(defaultIsupport, ["me", "NICKLEN=30", "PREFIX=", end]);

  const takenBack = applyIsupport(said, ["me", "-NICKLEN", "-PREFIX", end]);

  expect(said.prefix).toEqual([]);
  expect(takenBack).toEqual(defaultIsupport);
});

test("[I11] a server that sends tokens without end is not stored whole", () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `T${index}=x`);

  const isupport = applyIsupport(defaultIsupport, ["me", ...many, end]);

  expect(isupport.tokens.size).toBe(500);
});
