import type { ChannelMask } from "@neonrelay/irc/server";
import { expect, test } from "vitest";
import { fromIrcMask, guestMask, restrictionByMasks, toIrcMask } from "./mask-rules.ts";

const owl = { nick: "Owl", username: "w1234567", host: "89abcdef.web.neonrelay" };

function restricted(...masks: readonly `${ChannelMask["mode"]} ${string}`[]) {
  const list = masks.map((entry) => {
    const mode = entry.startsWith("e") ? "e" : "b";
    return { mode, mask: entry.slice(2), setBy: "opera", setAtMs: 0 } as const;
  });
  return restrictionByMasks(list, owl);
}

test("a ban by nick, browser or network keeps people out, and says who set it and why", () => {
  const ban = { kind: "ban", by: "opera on IRC", until: null };

  expect(restricted("b owl!*@*")).toEqual({ ...ban, reason: "owl!*@* on IRC" });
  expect(restricted("b *!w1234567@*")).toMatchObject(ban);
  expect(restricted("b *!*@89abcdef.*")).toMatchObject(ban);
  expect(restricted("b *!*@00000000.*", "b ~a:owl")).toBeNull();
});

test("a mute silences; a ban outranks it, and an exception outranks both", () => {
  expect(restricted("b ~m:owl!*@*")).toMatchObject({ kind: "mute", reason: "~m:owl!*@* on IRC" });
  expect(restricted("b ~m:owl!*@*", "b owl!*@*")).toMatchObject({ kind: "ban" });
  expect(restricted("b owl!*@*", "b ~m:owl!*@*", "e *!w1234567@*")).toBeNull();
});

test("an exception from mutes does not lift a ban", () => {
  expect(restricted("b ~m:*!*@*", "e ~m:owl!*@*")).toBeNull();
  expect(restricted("b *!*@*", "e ~m:owl!*@*")).toMatchObject({ kind: "ban" });
  expect(restricted("b ~m:*!*@*", "e ~m:other!*@*")).toMatchObject({ kind: "mute" });
});

test("a ban covers the host; on a shared host, it covers what tells its users apart", () => {
  const own = { isSharedHost: false };
  const eve = { nick: "eve", user: "~eve", host: "eve.example" };

  expect(guestMask(eve, own)).toBe("*!*@eve.example");
  expect(guestMask({ ...eve, user: "u1234" }, own)).toBe("*!u1234@eve.example");
  expect(guestMask(eve, { isSharedHost: true })).toBe("eve!*@eve.example");
  expect(guestMask({ nick: "eve", user: undefined, host: undefined }, own)).toBe("eve!*@*");
});

test("a stored mute entry differs from a ban", () => {
  for (const entry of [
    { mode: "b", mask: "*!*@host" },
    { mode: "q", mask: "*!*@host" },
  ])
    expect(fromIrcMask(toIrcMask(entry))).toEqual(entry);
});
