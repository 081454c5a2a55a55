import { initialSettings, type StationSettings } from "./settings.ts";
import { stationPolicySchema, type StationPolicy } from "./station-policy.ts";

/** Valid settings, for tests: those of a new station. */
export function testSettings(change: Partial<StationSettings> = {}): StationSettings {
  return { ...initialSettings, timeZone: "Europe/Berlin", volume: 75, ...change };
}

/** What browsers see of {@link testSettings}. */
export function testPolicy(change: Partial<StationPolicy> = {}): StationPolicy {
  return stationPolicySchema.parse(testSettings(change));
}
