import type { Operator } from "../accounts/rights-rules.ts";
import type { ControlParts } from "./radio-change-actions.ts";

/** Skip ends what is on air with a fade this long. */
const SKIP_FADE_MS = 500;

/**
 * @param playId what is to be skipped, so that two who press at once skip once; without it, what on-air last told
 * @returns whether it was on air and is skipped
 * @throws LinkDownError, CommandRefusedError
 */
export async function skipTrack(
  { link, systemLog }: ControlParts,
  { playId, by }: { readonly playId: string | undefined; readonly by: Operator },
): Promise<boolean> {
  const now = link.status?.now;
  const skippedId = playId ?? now?.playId;
  const { skipped } = await link.run("skip", {
    fadeMs: SKIP_FADE_MS,
    ...(skippedId !== undefined && { playId: skippedId }),
  });
  if (skipped) {
    const details = { title: now?.title, artist: now?.artist };
    systemLog.noteOperatorAction({ who: by.caller, action: "skipped a track", details });
  }
  return skipped;
}

/**
 * @returns whether something was on air that begins again
 * @throws LinkDownError, CommandRefusedError
 */
export async function restartTrack(
  { link, systemLog }: ControlParts,
  { by }: { readonly by: Operator },
): Promise<boolean> {
  const now = link.status?.now;
  const { restarted } = await link.run("restart", {});
  if (restarted) {
    const details = { title: now?.title, artist: now?.artist };
    systemLog.noteOperatorAction({ who: by.caller, action: "restarted a track", details });
  }
  return restarted;
}
