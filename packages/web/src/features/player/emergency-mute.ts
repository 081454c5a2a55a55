/** An emergency stop in this browser: sound from before it is never heard. */
export interface EmergencyMute {
  /** True while the station is stopped; false: it plays again, but old sound may still be buffered. */
  readonly isStopped: boolean;
  /** Programme position of the live edge when the station last reported that it is stopped; undefined if unknown. */
  readonly edgeMs: number | undefined;
  /** Local time of that report. */
  readonly toldAtMs: number;
}

/** The engine mixes half a second ahead of the station's clock and then ramps down. */
const ENGINE_LEAD_MS = 600;
/** Maximum lag of a listener behind the live edge. */
const MAX_BEHIND_MS = 30_000;

/** The next state after the station reports whether it is stopped. */
export function nextMute(
  mute: EmergencyMute | undefined,
  told: EmergencyMute,
): EmergencyMute | undefined {
  if (told.isStopped) return told;
  return mute === undefined ? undefined : { ...mute, isStopped: false };
}

/**
 * Whether everything heard from now on was made after the stop.
 * @param heardMs programme position at the speaker; undefined: nothing plays, or it is unknown
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
