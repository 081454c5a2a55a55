import { requestPresets, stationSettingsSchema } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { goingPublicChecks } from "./going-public-rules.ts";

const settings = stationSettingsSchema.parse({
  stationName: "Neon Relay",
  tagline: "",
  autoPlay: true,
  ircChannel: "#neonrelay",
  volume: 75,
  bitrate: 192,
  maxListeners: 1000,
  loudnessTargetLufs: -16,
  streamLimitMinutes: 60,
  allowedStreamHosts: [],
  commentsEnabled: true,
  registrationEnabled: true,
  maintenanceMode: false,
  guestQueueActions: "full",
  requestRules: requestPresets.generous,
  retention: { chatDays: 0, commentDays: 0, historyDays: 365, securityEventDays: 0 },
});

test("a station as open as can be has every point of the list before it", () => {
  const checks = goingPublicChecks({ settings, isEncrypted: false });

  expect(checks.filter(({ isSafe }) => isSafe)).toEqual([]);
});

test("pressing every button of the list leaves only what is not a setting", () => {
  let changed = settings;
  for (const { fix } of goingPublicChecks({ settings, isEncrypted: false })) {
    const { retention, ...change } = fix?.change ?? {};
    changed = stationSettingsSchema.parse({
      ...changed,
      ...change,
      retention: { ...changed.retention, ...retention },
    });
  }

  const open = goingPublicChecks({ settings: changed, isEncrypted: false });

  expect(open.filter(({ isSafe }) => !isSafe).map(({ name }) => name)).toEqual(["Encryption"]);
});
