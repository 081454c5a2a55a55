import {
  radioApi,
  settingsApi,
  type RadioStateChange,
  type StationPolicy,
} from "@neonrelay/contract";
import { decideAccess, type AccessDecision, type Caller } from "../identity/rights-rules.ts";

/** The part of the radio state that people control. */
export interface DrivenState {
  readonly isPlaying: boolean;
  readonly volume: number;
  /** null: no emergency stop is in force. */
  readonly volumeBeforeEmergency: number | null;
}

/**
 * Applies a change to the radio state. Pausing and silencing at once is the emergency stop; playing again, or an
 * audible volume, ends it.
 */
export function decideRadioChange(
  stored: DrivenState,
  change: Pick<RadioStateChange, "isPlaying" | "volume">,
): DrivenState {
  const { isPlaying = stored.isPlaying } = change;
  const before = stored.volumeBeforeEmergency;
  // Pressed again, it keeps the volume from before the first press.
  if (isEmergencyStop(change))
    return { isPlaying: false, volume: 0, volumeBeforeEmergency: before ?? stored.volume };
  const volume = change.volume === undefined ? undefined : Math.round(change.volume);
  if (change.isPlaying === true)
    return { isPlaying, volume: volume ?? before ?? stored.volume, volumeBeforeEmergency: null };
  // Already silent: a volume of 0 is not a request to stay silent after Play.
  if (volume === undefined || (volume === 0 && before !== null)) return { ...stored, isPlaying };
  return { isPlaying, volume, volumeBeforeEmergency: null };
}

export function isEmergencyStop(change: Pick<RadioStateChange, "isPlaying" | "volume">): boolean {
  return (
    change.isPlaying === false && change.volume !== undefined && Math.round(change.volume) === 0
  );
}

/** Whether a caller may make this change: the channel is a station setting and needs the right to those too. */
export function decideRadioAccess({
  caller,
  change,
  policy,
}: {
  readonly caller: Caller;
  readonly change: RadioStateChange;
  readonly policy: StationPolicy;
}): AccessDecision {
  const { access } = radioApi.putRadioState;
  const decision = decideAccess({ caller, access, policy });
  if (decision !== "allowed" || change.ircChannel === undefined) return decision;
  return decideAccess({ caller, access: settingsApi.putStationSettings.access, policy });
}
