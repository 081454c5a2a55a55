import { expect, test } from "vitest";
import { isMachineName, judgeDomain } from "./domain-rules.ts";

const own = ["127.0.0.1", "::1", "192.0.2.7", "fe80::1"];

test.each([
  { addresses: ["192.0.2.7"], state: "ok", found: "radio.example is this machine (192.0.2.7)" },
  { addresses: [], state: "warning", found: "radio.example is not known yet" },
  {
    addresses: ["192.0.2.7", "203.0.113.5"],
    state: "warning",
    found: "radio.example is 203.0.113.5, which no network card of this machine has (192.0.2.7)",
  },
])("$addresses: $found", ({ addresses, state, found }) => {
  expect(judgeDomain({ domain: "radio.example", addresses, own })).toMatchObject({ state, found });
});

test("host names are told apart from addresses, ports and typos", () => {
  const names = ["radio.example", "localhost", "x", "a-b.example", "xn--a.example"];
  const others = [
    "",
    "x-",
    "-x.example",
    "a..b",
    "radio.example:80",
    "http://a",
    "a b",
    "a".repeat(64),
  ];

  expect(names.filter((name) => !isMachineName(name))).toEqual([]);
  expect(others.filter(isMachineName)).toEqual([]);
});
