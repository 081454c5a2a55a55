import type { LiveSessionStatus, Standing } from "../protocol/index.ts";
import { titleOfTrack } from "../stream/icy.ts";
import type { DjSession } from "./dj-session.ts";

type StandingOf = (session: DjSession) => Standing;

/** The DJ on air, or next on air. */
interface Current {
  readonly session: DjSession;
  readonly isHeard: boolean;
  /** Who is heard until this one is; null: no DJ. */
  readonly former: Current | null;
}

/** One DJ's play. */
export interface CurrentPlay {
  readonly playId: string;
  readonly session: DjSession;
  isHeard: boolean;
  /** Since when it could have been heard, in ms of `performance.now()`. */
  sinceMs: number;
  /** Who is heard until this one is; null: no DJ. */
  former: CurrentPlay | null;
}

/** Who is heard: the former DJ until the current one is. null: no DJ. */
export function heardOf(current: Current | null): Current | null {
  return current?.isHeard === false ? current.former : current;
}

/**
 * Who is current once a play is over. If it was never heard, the former DJ stays.
 * @param has whether the engine may still have a play
 */
export function currentAfter(
  { isHeard, former }: CurrentPlay,
  has: (playId: string) => boolean,
): CurrentPlay | null {
  const isBack = !isHeard && former !== null && has(former.playId);
  return isBack && former.session.isConnected ? former : null;
}

/** A DJ may go this long without sound at the start, just as a DJ on air may be silent. */
const NO_SOUND_AFTER_MS = 20_000;

/** Whether a DJ has sent no sound since it could have been heard. @param sinceMs by `performance.now()` */
export function lacksSound({
  session,
  isHeard,
  sinceMs,
}: Pick<Current, "session" | "isHeard"> & { readonly sinceMs: number }): boolean {
  return !isHeard && !session.isSilent && performance.now() - sinceMs >= NO_SOUND_AFTER_MS;
}

/**
 * Who goes on air now: DJs who send sound before silent ones; within each, hosts of the current show first, then by
 * order of connection.
 */
export function chooseDj(
  sessions: readonly DjSession[],
  { current, standingOf }: { readonly current: Current | null; readonly standingOf: StandingOf },
): DjSession | undefined {
  const ready = sessions.filter(({ isReady }) => isReady);
  const hosts = ready.filter((session) => standingOf(session).kind === "host");
  const others = ready.filter((session) => standingOf(session).kind === "free");
  const host = hosts.find(({ isSilent }) => !isSilent);
  const audible = host ?? others.find(({ isSilent }) => !isSilent);
  if (current === null) return audible ?? hosts[0] ?? others[0];
  // A DJ who left or is silent must not block the others.
  const { session, isHeard } = current;
  const isInTheWay = session.isConnected && (isHeard || !session.isSilent);
  if (!isInTheWay) return audible;
  return standingOf(session).kind === "host" ? undefined : host;
}

/** Whether a host is connected and about to be heard. */
export function isHostComing(
  connected: readonly DjSession[],
  { current, standingOf }: { readonly current: Current | null; readonly standingOf: StandingOf },
): boolean {
  const hosts = connected.filter((session) => standingOf(session).kind === "host");
  const heard = current?.isHeard === true ? current.session : null;
  return hosts.some(({ isSilent }) => !isSilent) && !hosts.some((host) => host === heard);
}

/** Why a DJ must leave now; null if they may stay. */
export function whyOver(
  session: DjSession,
  { current, standingOf }: { readonly current: Current | null; readonly standingOf: StandingOf },
): string | null {
  const standing = standingOf(session);
  if (standing.kind === "over") return standing.reason;
  return standing.kind === "until-host" && heardOf(current)?.session !== session
    ? standing.reason
    : null;
}

export function stateOf(
  session: DjSession,
  { current, standingOf }: { readonly current: Current | null; readonly standingOf: StandingOf },
): LiveSessionStatus["state"] {
  if (!session.isConnected) return "finishing";
  if (session.isSilent) return "silent";
  if (heardOf(current)?.session === session) return "on-air";
  if (current?.session === session) return "starting";
  return current === null && standingOf(session).kind !== "early" ? "starting" : "waiting";
}

/** How events identify a DJ. */
export function nameOf({ id, info }: DjSession): {
  readonly sessionId: string;
  readonly djName: string;
} {
  return { sessionId: id, djName: info.key.djName };
}

/** A DJ's status as sent to the server. */
export function toStatus(
  { id, info, connectedAtMs, begunAtMs, title }: DjSession,
  state: LiveSessionStatus["state"],
): LiveSessionStatus {
  const { key, address, userAgent, contentType } = info;
  return {
    sessionId: id,
    userId: key.userId,
    djName: key.djName,
    state,
    connectedAtMs,
    begunAtMs,
    address,
    userAgent,
    contentType,
    title: title === null ? null : titleOfTrack(title),
  };
}
