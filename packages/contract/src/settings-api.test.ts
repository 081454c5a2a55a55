import { expect, test, vi } from "vitest";
import { settingsApi, settingsExample } from "./settings-api.ts";

const { putStationSettings, getStationSettings } = settingsApi;

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Europe/Atlantis", false],
  ["not a zone", false],
])("the time zone %s can be set: %s", (timeZone, expected) => {
  expect(putStationSettings.body.safeParse({ timeZone }).success).toBe(expected);
});

test("a page reads the settings without loading the list of time zones", () => {
  const lookUp = vi.spyOn(Intl, "DateTimeFormat");
  try {
    expect(getStationSettings.response.parse(settingsExample)).toEqual(settingsExample);
    expect(lookUp).not.toHaveBeenCalled();
  } finally {
    lookUp.mockRestore();
  }
});
