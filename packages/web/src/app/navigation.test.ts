import { expect, test } from "vitest";
import { isActive } from "./navigation.ts";

test("the dashboard is active on its own path only", () => {
  expect([isActive("/", "/"), isActive("/", "/library")]).toEqual([true, false]);
});

test("another entry is active on every path that starts with its route", () => {
  expect([isActive("/library", "/library/new"), isActive("/library", "/lib")]).toEqual([
    true,
    false,
  ]);
});
