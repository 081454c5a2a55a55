import { settingsExample } from "./settings-api.ts";
import type { StationSettings } from "./settings.ts";
import { stationPolicySchema, type StationPolicy } from "./station-policy.ts";

/** Valid settings, for tests: those of the documentation's example, without its addresses. */
export function testSettings(change: Partial<StationSettings> = {}): StationSettings {
  return { ...settingsExample, oldAddresses: [], relays: [], ...change };
}

/** What browsers see of {@link testSettings}. */
export function testPolicy(change: Partial<StationPolicy> = {}): StationPolicy {
  return stationPolicySchema.parse(testSettings(change));
}
