import type { LiveSessionStatus, Standing } from "../protocol/index.ts";
import { titleOfTrack } from "../stream/icy.ts";
import type { DjSession } from "./dj-session.ts";

type StandingOf = (session: DjSession) => Standing;

/** The DJ who is on air, or goes on air next. */
interface Current {
  readonly session: DjSession;
  readonly isHeard: boolean;
  /** Who is heard until this one is; null: no DJ. */
  readonly former: Current | null;
}

/** The play of that DJ. */
export interface CurrentPlay {
  readonly playId: string;
  readonly session: DjSession;
  isHeard: boolean;
  /** Since when it could be heard, in ms of `performance.now()`. */
  sinceMs: number;
  /** Who is heard until this one is; null: no DJ. */
  former: CurrentPlay | null;
}

/** Who is heard: until the next one is, the one before. null: no DJ. */
export function heardOf(current: Current | null): Current | null {
  return current?.isHeard === false ? current.former : current;
}

/**
 * Who is on air, or comes, once a play is done with: one who was to take over and was never heard leaves the other there.
 * @param has whether the engine may still have a play
 */
export function currentAfter(
  { isHeard, former }: CurrentPlay,
  has: (playId: string) => boolean,
): CurrentPlay | null {
  const isBack = !isHeard && former !== null && has(former.playId);
  return isBack && former.session.isConnected ? former : null;
}

/** A DJ whose turn it is may be without sound for this long, as one who is heard may be silent. */
const NO_SOUND_AFTER_MS = 20_000;

/** Whether a DJ has had no sound since it could be heard. @param sinceMs by `performance.now()` */
export function lacksSound({
  session,
  isHeard,
  sinceMs,
}: Pick<Current, "session" | "isHeard"> & { readonly sinceMs: number }): boolean {
  return !isHeard && !session.isSilent && performance.now() - sinceMs >= NO_SOUND_AFTER_MS;
}

/** Who goes on air now: hosts in their time, then the first to connect; of each, first those that send sound. */
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
  // A DJ who has left or is silent keeps no other DJ waiting.
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

/** Why a DJ has to go now; null: they may stay. */
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

/** A DJ as events name them. */
export function nameOf({ id, info }: DjSession): {
  readonly sessionId: string;
  readonly djName: string;
} {
  return { sessionId: id, djName: info.key.djName };
}

/** A DJ as the server sees them. */
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
