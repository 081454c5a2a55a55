import { expect, test } from "vitest";
import { fromIrcMask, guestMask, toIrcMask } from "./guest-mask-rules.ts";

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
