import { expect, test } from "vitest";
import { isFoundBy } from "./section-filter.ts";
import { settingsSections } from "./settings-sections.ts";

test("[W260] the filter of the settings finds a section by the beginnings of its words", () => {
  const found = (filter: string) =>
    settingsSections.filter((section) => isFoundBy(section, filter)).map(({ name }) => name);

  expect(found(" BACK ")).toEqual(["Backups"]);
  expect(found("time zone")).toEqual(["Station"]);
  expect(found("loudness")).toEqual(["Streaming"]);
  expect(found("request")).toEqual(["Requests and Visitors"]);
  expect(found("emergency logs")).toEqual([]);
  expect(found("")).toHaveLength(settingsSections.length);
});
