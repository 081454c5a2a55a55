import { expect, test } from "vitest";
import { createChatNames, NAME_KEPT_MS } from "./chat-names.ts";
import { foldName } from "./chat-rules.ts";

const ann = { key: "visitor:ann", browserKey: "visitor:ann", network: "192.0.2.1" };
const bob = { key: "visitor:bob", browserKey: "visitor:bob", network: "192.0.2.2" };

function startNames() {
  const clock = { nowMs: 1000 };
  return { clock, names: createChatNames({ nowMs: () => clock.nowMs }) };
}

test("names are the same when IRC takes them for the same", () => {
  expect(foldName("NICK[]\\~")).toBe("nick[]\\~");
  expect(foldName("nick{}|^_-`")).toBe("nick{}|^_-`");
});

test("a name belongs to the visitor who joined under it first", () => {
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

test("a message can't take a name that another visitor has come under meanwhile", () => {
  const { names } = startNames();
  names.join({}, { name: "owl", claimant: ann });

  expect(names.speak({ name: "OWL", claimant: bob })).toBe(false);
  expect(names.speak({ name: "owl", claimant: ann })).toBe(true);
  expect(names.isHeldBy("owl", bob)).toBe(false);
});

test("a name is free at once when its visitor leaves with every tab, or takes another", () => {
  const { names } = startNames();
  const [tab, otherTab] = [{}, {}];
  names.join(tab, { name: "owl", claimant: ann });
  names.join(otherTab, { name: "owl", claimant: ann });

  names.leave(tab);
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
  names.join(otherTab, { name: "raven", claimant: ann });
  expect(names.isHeldByAnother("owl", bob)).toBe(false);
});

test("a refused name leaves the visitor the one it had", () => {
  const { names } = startNames();
  const tab = {};
  names.join(tab, { name: "owl", claimant: ann });
  names.join({}, { name: "raven", claimant: bob });

  expect(names.join(tab, { name: "raven", claimant: ann })).toBe(false);
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
});

test("a name is kept for thirty seconds after the last socket is gone", () => {
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

test("a visitor who comes back in time has its name, and keeps it", () => {
  const { names, clock } = startNames();
  const tab = {};
  names.join(tab, { name: "owl", claimant: ann });
  names.socketGone(tab);
  clock.nowMs += NAME_KEPT_MS - 1;

  expect(names.join({}, { name: "owl", claimant: ann })).toBe(true);
  clock.nowMs += NAME_KEPT_MS;
  expect(names.isHeldByAnother("owl", bob)).toBe(true);
});

test("signing in does not cost a browser its name", () => {
  const { names } = startNames();
  names.join({}, { name: "owl", claimant: ann });
  const signedIn = { key: "user:1", browserKey: "visitor:ann", network: "192.0.2.1" };

  expect(names.join({}, { name: "owl", claimant: signedIn })).toBe(true);
  expect(names.isHeldByAnother("owl", { key: "user:1", browserKey: "visitor:phone" })).toBe(false);
});
