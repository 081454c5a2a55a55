import { expect, test } from "vitest";
import { createChatNames, NAME_KEPT_MS, nearNames } from "./chat-names.ts";
import { foldName } from "./chat-rules.ts";
import { chatNameSchema } from "@neonrelay/contract";

const ann = { key: "visitor:ann", browserKey: "visitor:ann", network: "192.0.2.1" };
const bob = { key: "visitor:bob", browserKey: "visitor:bob", network: "192.0.2.2" };

function startNames() {
  const clock = { nowMs: 1000 };
  return { clock, names: createChatNames({ nowMs: () => clock.nowMs }) };
}

test("names are equal if IRC treats them as equal", () => {
  expect(foldName("NICK[]\\~")).toBe("nick[]\\~");
  expect(foldName("nick{}|^_-`")).toBe("nick{}|^_-`");
});

test("a name belongs to the first visitor who joins under it", () => {
  const { names } = startNames();
  const [tab, otherTab, foreign] = [{}, {}, {}];

  expect(names.join(tab, { name: "Owl[1]", claimant: ann })).toBe(true);
  expect(names.join(foreign, { name: "owl[1]", claimant: bob })).toBe(false);
  expect(names.join(otherTab, { name: "OWL[1]", claimant: ann })).toBe(true);
  expect(names.isHeldByAnother("owl[1]", bob)).toBe(true);
  expect(names.isHeldByAnother("owl[1]", ann)).toBe(false);
  expect(names.isHeldByAnother("owl{1}", bob)).toBe(false);
  expect([ann, bob].map((visitor) => names.isHeldBy("owl[1]", visitor))).toEqual([true, false]);
  expect(names.isHeldBy("owl{1}", ann)).toBe(false);
});

test("a message can't take a name under which another visitor has joined since", () => {
  const { names } = startNames();
  names.join({}, { name: "owl", claimant: ann });

  expect(names.speak({ name: "OWL", claimant: bob })).toBe(false);
  expect(names.speak({ name: "owl", claimant: ann })).toBe(true);
  expect(names.isHeldBy("owl", bob)).toBe(false);
});

test("a name is free at once when its visitor leaves with every tab or takes another name", () => {
  const { names } = startNames();
  const [tab, otherTab] = [{}, {}];
  names.join(tab, { name: "owl", claimant: ann });
  names.join(otherTab, { name: "owl", claimant: ann });

  names.leave(tab);
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
  names.join(otherTab, { name: "raven", claimant: ann });
  expect(names.isHeldByAnother("owl", bob)).toBe(false);
});

test("a visitor whose new name is refused keeps the old one", () => {
  const { names } = startNames();
  const tab = {};
  names.join(tab, { name: "owl", claimant: ann });
  names.join({}, { name: "raven", claimant: bob });

  expect(names.join(tab, { name: "raven", claimant: ann })).toBe(false);
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
});

test("a name stays reserved for thirty seconds after the last socket is gone", () => {
  const { names, clock } = startNames();
  const tab = {};
  names.join(tab, { name: "owl", claimant: ann });
  names.socketGone(tab);

  clock.nowMs += NAME_KEPT_MS - 1;
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
  clock.nowMs += 1;
  expect(names.isHeldByAnother("owl", bob)).toBe(false);
  expect(names.join({}, { name: "owl", claimant: bob })).toBe(true);
});

test("a visitor who returns in time keeps the name", () => {
  const { names, clock } = startNames();
  const tab = {};
  names.join(tab, { name: "owl", claimant: ann });
  names.socketGone(tab);
  clock.nowMs += NAME_KEPT_MS - 1;

  expect(names.join({}, { name: "owl", claimant: ann })).toBe(true);
  clock.nowMs += NAME_KEPT_MS;
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
});

test("a browser keeps its name when it signs in", () => {
  const { names } = startNames();
  names.join({}, { name: "owl", claimant: ann });
  const signedIn = { key: "user:1", browserKey: "visitor:ann", network: "192.0.2.1" };

  expect(names.join({}, { name: "owl", claimant: signedIn })).toBe(true);
  expect(names.isHeldByAnother("owl", { key: "user:1", browserKey: "visitor:phone" })).toBe(false);
});

test("the nearest name comes first", () => {
  expect(nearNames("nightowl").slice(0, 3)).toEqual(["nightowl_", "nightowl2", "nightowl3"]);
});

test.each(["ab", "a-name-of-20-letters"])("the names near %s are different and valid", (name) => {
  const near = nearNames(name);

  expect(new Set([name, ...near]).size).toBe(near.length + 1);
  expect(near.filter((one) => !chatNameSchema.safeParse(one).success)).toEqual([]);
});
