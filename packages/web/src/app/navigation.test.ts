import type { Right } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { bottomBarEntries, entriesFor, isActive, sidebarEntries } from "./navigation.tsx";

test("the dashboard is active on its own path only", () => {
  const dashboard = { route: "/" };

  expect([isActive(dashboard, "/"), isActive(dashboard, "/library")]).toEqual([true, false]);
});

test("another entry is active on every path that starts with its route", () => {
  const library = { route: "/library" };

  expect([isActive(library, "/library/new"), isActive(library, "/lib")]).toEqual([true, false]);
});

test.each(["/upload", "/music-upload"])("on %s one entry of each navigation is active", (path) => {
  const activeIn = [sidebarEntries, bottomBarEntries].map((entries) =>
    entries.filter((entry) => isActive(entry, path)).map(({ label }) => label),
  );

  expect(activeIn).toEqual([["Music Upload"], ["Upload"]]);
});

test("the programme's link is beside the library, for users who may change it", () => {
  const shown = [[], ["programme"] as const].map((rights) =>
    entriesFor(sidebarEntries, { rights, isScheduled: false }).map(({ label }) => label),
  );

  expect(shown).toEqual([
    ["Dashboard", "Library", "Music Upload", "Playlist", "Settings"],
    ["Dashboard", "Library", "Programme", "Music Upload", "Playlist", "Settings"],
  ]);
});

test("the schedule is in the navigation while any show is scheduled; on a phone, operators have the plan instead", () => {
  const shown = (entries: typeof sidebarEntries, rights: readonly Right[]) =>
    entriesFor(entries, { rights, isScheduled: true }).map(({ label }) => label);

  expect(shown(sidebarEntries, ["programme"])).toContain("Schedule");
  expect(shown(bottomBarEntries, [])).toContain("Schedule");
  expect(shown(bottomBarEntries, ["programme"])).not.toContain("Schedule");
  expect(
    entriesFor(sidebarEntries, { rights: [], isScheduled: false }).map(({ label }) => label),
  ).not.toContain("Schedule");
});
