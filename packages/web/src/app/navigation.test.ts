import type { Right } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import {
  bottomBarEntries,
  currentEntry,
  entriesFor,
  groupsFor,
  isActive,
  moreGroupsFor,
  operatorGroups,
  visitorEntries,
} from "./navigation.tsx";

const admin: readonly Right[] = ["programme", "upload", "library_edit", "system_config"];
const on = (path: string, search = "") => ({ path, search });

test("the dashboard is active on its own path only", () => {
  const dashboard = { route: "/" };

  expect([isActive(dashboard, on("/")), isActive(dashboard, on("/library"))]).toEqual([
    true,
    false,
  ]);
});

test("another entry is active on every path that starts with its route", () => {
  const library = { route: "/library" };

  expect([isActive(library, on("/library/new")), isActive(library, on("/lib"))]).toEqual([
    true,
    false,
  ]);
});

test.each(["/upload", "/music-upload"])("on %s one entry of each navigation is active", (path) => {
  const activeIn = [visitorEntries, bottomBarEntries].map((entries) =>
    entries.filter((entry) => isActive(entry, on(path))).map(({ label }) => label),
  );

  expect(activeIn).toEqual([["Music Upload"], ["Upload"]]);
});

test("[W229] an address with a part of a page is that part's entry, any other the page's", () => {
  const entries = operatorGroups.flatMap((group) => group.entries);
  const currentOn = (path: string, search: string) =>
    currentEntry(entries, on(path, search))?.label;

  expect(currentOn("/settings", "section=users")).toBe("Users");
  expect(currentOn("/settings", "section=logs")).toBe("Settings");
  expect(currentOn("/library", "care=trash")).toBe("Care");
  expect(currentOn("/library", "")).toBe("Library");
  expect(currentOn("/programme", "")).toBe("Today");
  expect(currentOn("/programme", "tab=clocks")).toBe("Clocks");
  expect(currentOn("/programme", "tab=spots")).toBe("Reports");
});

/** Groups, and the labels of their entries, as one text each. */
const named = (groups: ReturnType<typeof groupsFor>) =>
  groups.map(({ name, entries }) => `${name}: ${entries.map(({ label }) => label).join(", ")}`);

test("[W229] visitors have one list with what they can't open last; operators have groups with what they can open", () => {
  const sidebarOf = (rights: readonly Right[], isScheduled: boolean) =>
    named(groupsFor({ rights, isScheduled }));

  expect(sidebarOf(["request"], true)).toEqual([
    ": Dashboard, Library, Schedule, Playlist, Music Upload, Settings",
  ]);
  expect(sidebarOf([...admin, "audience", "user_management"], true)).toEqual([
    "On air: Dashboard, Playlist",
    "Music: Library, Music Upload, Care, Sources",
    "Programme: Today, Week, Shows, Playlists, Clocks, Reports, Schedule",
    "People: Listeners, Users",
    "Station: Settings",
  ]);
  expect(sidebarOf(["request", "live_broadcast"], false)).toEqual([
    "On air: Dashboard, Playlist, My Shows",
    "Music: Library",
  ]);
});

test("[W229] a phone's bar has the upload for those who may, and 'More' has everything else", () => {
  const phoneOf = (rights: readonly Right[], isScheduled: boolean) => [
    entriesFor(bottomBarEntries, { rights, isScheduled }).map(({ label }) => label),
    named(moreGroupsFor({ rights, isScheduled })),
  ];

  expect(phoneOf(["request"], true)).toEqual([
    ["Dashboard", "Library", "Queue", "Schedule"],
    [": Music Upload, Settings"],
  ]);
  expect(phoneOf(admin, false)).toEqual([
    ["Dashboard", "Library", "Queue", "Upload"],
    [
      "Music: Care, Sources",
      "Programme: Today, Week, Shows, Playlists, Clocks, Reports",
      "Station: Settings",
    ],
  ]);
});
