/** An emergency stop as this browser carries it out: sound from before it is never heard. */
export interface EmergencyMute {
  /** The station is stopped; false: it plays again, and old sound may still be on its way. */
  readonly isStopped: boolean;
  /** Programme position of the live edge when the station last said that it is stopped; undefined: not known. */
  readonly edgeMs: number | undefined;
  /** Local time of that. */
  readonly toldAtMs: number;
}

/** The engine mixes half a second ahead of the station's clock and then ramps down. */
const ENGINE_LEAD_MS = 600;
/** A listener is at most so far behind the live edge. */
const MAX_BEHIND_MS = 30_000;

/** What follows from the station being stopped in an emergency, or not. */
export function nextMute(
  mute: EmergencyMute | undefined,
  told: EmergencyMute,
): EmergencyMute | undefined {
  if (told.isStopped) return told;
  return mute === undefined ? undefined : { ...mute, isStopped: false };
}

/**
 * Whether all that is heard from now on was made after the stop.
 * @param heardMs programme position at the speaker; undefined: nothing plays, or it is not known
 */
export function isMuteOver(
  mute: EmergencyMute,
  { heardMs, nowMs }: { readonly heardMs: number | undefined; readonly nowMs: number },
): boolean {
  if (mute.isStopped) return false;
  if (nowMs - mute.toldAtMs >= MAX_BEHIND_MS) return true;
  if (mute.edgeMs === undefined || heardMs === undefined) return false;
  return heardMs >= mute.edgeMs + ENGINE_LEAD_MS;
}
