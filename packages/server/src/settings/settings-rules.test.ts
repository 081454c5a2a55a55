import { testSettings } from "@neonrelay/contract/test-settings";
import {
  defaultRequestTurns,
  defaultSeparation,
  requestPresets,
  type StationSettingsChange,
} from "@neonrelay/contract";
import { expect, test } from "vitest";
import { decideSettingsChange, toStationSettings, warnOfGuests } from "./settings-rules.ts";

const {
  volume: _volume,
  bitrate: _bitrate,
  ...settings
} = testSettings({
  allowedStreamHosts: ["nas"],
});
const stored = { ...settings, bitrateKbps: 192, sampleRateHz: 44_100, setUpAnswers: [] };

function decide(change: StationSettingsChange, mayAllowHosts = false) {
  return decideSettingsChange(stored, change, { mayAllowHosts });
}

test("settings include the volume and the bitrate, and omit internal columns", () => {
  expect(toStationSettings(stored, 75)).toEqual({ ...settings, volume: 75, bitrate: 192 });
  expect(() => toStationSettings(stored, 101)).toThrow("volume");
});

test("changing one request or retention rule keeps the others", () => {
  const change = { volume: 50, tagline: "new", requestRules: { maxOpenRequests: 3 } };

  expect(decide({ ...change, retention: { chatDays: 9 } })).toEqual({
    kind: "changed",
    settings: {
      tagline: "new",
      bitrateKbps: undefined,
      setUpAnswers: [],
      requestRules: { ...requestPresets.generous, maxOpenRequests: 3 },
      requestTurns: defaultRequestTurns,
      separation: defaultSeparation,
      retention: { ...settings.retention, chatDays: 9 },
    },
    volume: 50,
  });
});

test("a name or a time zone that is sent is chosen, even if it is the stored one; other changes choose none", () => {
  const chosen = decideSettingsChange(
    { ...stored, setUpAnswers: ["name", "programme"] },
    { stationName: settings.stationName, timeZone: settings.timeZone },
    { mayAllowHosts: false },
  );

  expect(chosen).toMatchObject({ settings: { setUpAnswers: ["name", "programme", "time-zone"] } });
  expect(decide({ tagline: "new" })).toMatchObject({ settings: { setUpAnswers: [] } });
});

test("a preset replaces all request rules, except those given with it", () => {
  const change = { requestPreset: "busy station", requestRules: { maxOpenRequests: 3 } } as const;

  expect(decide(change)).toMatchObject({
    settings: { requestRules: { ...requestPresets["busy station"], maxOpenRequests: 3 } },
  });
});

test("a bitrate that MP3 lacks is refused with its neighbours", () => {
  expect(decide({ bitrate: 128 })).toMatchObject({ settings: { bitrateKbps: 128 } });
  expect(decide({ bitrate: 200 })).toEqual({
    kind: "no-such-bitrate",
    bitrate: 200,
    sampleRate: 44_100,
    nearest: [192, 224],
  });
});

test("only a super admin changes the private hosts that the station may connect to", () => {
  expect(decide({ allowedStreamHosts: ["other"] })).toEqual({ kind: "needs-super-admin" });
  expect(decide({ allowedStreamHosts: ["nas"] }).kind).toBe("changed");
  expect(decide({ allowedStreamHosts: ["other"] }, true)).toMatchObject({
    kind: "changed",
    settings: { allowedStreamHosts: ["other"] },
  });
});

const open = { host: "0.0.0.0", publicUrl: null, guestQueueActions: "full" } as const;

test("a station open to other machines warns when guests control the whole queue", () => {
  expect(warnOfGuests(open)).toContain("we recommend 'requests only'");
  expect(
    warnOfGuests({ ...open, host: "127.0.0.1", publicUrl: "https://radio.example/" }),
  ).toContain("recommend");
  for (const host of ["localhost", "127.0.0.1", "::1"])
    expect(warnOfGuests({ ...open, host })).toBeNull();
  expect(warnOfGuests({ ...open, guestQueueActions: "requests only" })).toBeNull();
});
