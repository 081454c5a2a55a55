import { expect, test } from "vitest";
import { bottomBarEntries, isActive, sidebarEntries } from "./navigation.ts";

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
