import { expect, test } from "vitest";
import { isStationName, serviceNamesOf } from "./station-name-rules.ts";

test.each([
  ["second", true],
  ["night-2", true],
  ["a".repeat(21), true],
  ["a".repeat(22), false],
  ["2nd", false],
  ["night-", false],
  ["Night", false],
  ["a b", false],
  ["../x", false],
  ["a@b", false],
  ["", false],
])("%j as a station's name: %s", (name, expected) => {
  expect(isStationName(name)).toBe(expected);
});

test("the longest user name is one that Linux accepts", () => {
  expect(serviceNamesOf("a".repeat(21)).user).toHaveLength(31);
  expect(serviceNamesOf(null)).toEqual({
    unit: "neonrelay.service",
    service: "neonrelay",
    user: "neonrelay",
    folder: "/var/lib/neonrelay",
    caddyfile: "/etc/caddy/Caddyfile",
  });
});
