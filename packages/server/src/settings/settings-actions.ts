import type { Branding, StationSettings, StationSettingsChange } from "@neonrelay/contract";
import { mayAllowPrivateHosts, type Operator } from "../identity/rights-rules.ts";
import type { Connection } from "../database/database.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { StationEvents } from "../events/station-events.ts";
import { fromBranding, toBranding } from "./branding.ts";
import type { Settings } from "./settings.ts";
import {
  decideSettingsChange,
  toStationSettings,
  type SettingsDecision,
} from "./settings-rules.ts";

/** How settings access the volume, which is stored with the radio state; RadioControl implements it. */
interface VolumeControl {
  load(): Promise<{ readonly volume: number }>;
  /** @returns a function that announces the change, to call after the commit */
  change(transaction: Connection, change: { readonly volume: number }): Promise<() => void>;
}

export interface SettingsParts {
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly control: VolumeControl;
  readonly systemLog: SystemLog;
}

type SettingsOutcome =
  | { readonly kind: "changed"; readonly settings: StationSettings }
  | Exclude<SettingsDecision, { kind: "changed" }>;

export async function loadStationSettings({
  control,
  settings,
}: SettingsParts): Promise<StationSettings> {
  const { volume } = await control.load();
  return toStationSettings(settings.current, volume);
}

/** Stores the whole change or nothing; on-air and browsers get it at once. */
export async function changeStationSettings(
  parts: SettingsParts,
  { change, by }: { readonly change: StationSettingsChange; readonly by: Operator },
): Promise<SettingsOutcome> {
  let announceVolume = (): void => {};
  const decision = await parts.settings.changeWith<SettingsDecision>(
    async (stored, transaction) => {
      const mayAllowHosts = mayAllowPrivateHosts(by.caller);
      const outcome = decideSettingsChange(stored, change, { mayAllowHosts });
      if (outcome.kind !== "changed") return { change: null, outcome };
      const { volume } = outcome;
      if (volume !== undefined)
        announceVolume = await parts.control.change(transaction, { volume });
      return { change: outcome.settings, outcome };
    },
  );
  if (decision.kind !== "changed") return decision;
  announceVolume();
  // This changes the gain of every track.
  if (change.loudnessTargetLufs !== undefined) parts.events.publish({ type: "library.changed" });
  const action = "changed the station settings";
  parts.systemLog.recordOperatorAction({ who: by.caller, action, details: change });
  return { kind: "changed", settings: await loadStationSettings(parts) };
}

/** @param branding omitted header tags stay */
export async function changeBranding(
  parts: SettingsParts,
  {
    branding,
    by,
  }: {
    readonly branding: Omit<Branding, "headerTags"> & {
      readonly headerTags?: Branding["headerTags"] | undefined;
    };
    readonly by: Operator;
  },
): Promise<Branding> {
  const stored = await parts.settings.change((current) => ({
    ...fromBranding({ ...branding, headerTags: branding.headerTags ?? [...current.headerTags] }),
    isBrandingOwn: true,
  }));
  const action = "changed the branding";
  parts.systemLog.recordOperatorAction({ who: by.caller, action, details: branding });
  return toBranding(stored);
}
