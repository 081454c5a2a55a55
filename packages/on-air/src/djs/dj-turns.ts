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
  const heard = current?.isHeard === false ? current.former : current;
  return standing.kind === "until-host" && heard?.session !== session ? standing.reason : null;
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
