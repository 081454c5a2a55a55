import type { ImportedConfig, StationConfig } from "@neonrelay/contract";
import type { StoredSettings } from "../settings/settings-store.ts";
import type { Actor } from "../logs/system-log-rules.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { NoSuchBitrate } from "../settings/stream-format-rules.ts";
import type { NoOldAddress } from "../settings/old-address-rules.ts";
import { fromBranding, toBranding } from "../settings/branding.ts";
import { decideSettingsChange, toStationSettings } from "../settings/settings-rules.ts";
import type { Settings } from "../settings/settings.ts";
import type { StationEvents } from "../events/station-events.ts";

export interface ConfigParts {
  readonly settings: Settings;
  readonly events: StationEvents;
  readonly systemLog: SystemLog;
}

/** The station's configuration, without accounts and secrets. */
export function toStationConfig(stored: StoredSettings): StationConfig {
  const { volume: _, ...settings } = toStationSettings(stored, 0);
  return { version: 1, settings, branding: toBranding(stored) };
}

type ConfigImport = { readonly kind: "imported" } | NoSuchBitrate | NoOldAddress;

/** Imports all of it or nothing. */
export async function importStationConfig(
  { settings, events, systemLog }: ConfigParts,
  { config, by }: { readonly config: ImportedConfig; readonly by: Actor },
): Promise<ConfigImport> {
  const outcome = await settings.changeWith<ConfigImport>(async (stored) => {
    // Only a super admin, or the owner at the machine, can import.
    const decision = decideSettingsChange(stored, config.settings, { mayAllowHosts: true });
    if (decision.kind === "needs-super-admin") throw new Error("an import may allow hosts");
    if (decision.kind !== "changed") return { change: null, outcome: decision };
    const change = { ...decision.settings, ...fromBranding(config.branding) };
    return { change, outcome: { kind: "imported" } };
  });
  if (outcome.kind !== "imported") return outcome;
  // The gain of every track may have changed.
  events.publish({ type: "library.changed" });
  systemLog.recordOperatorAction({ who: by, action: "imported a configuration", details: config });
  return outcome;
}
