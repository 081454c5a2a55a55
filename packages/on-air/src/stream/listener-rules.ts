import { codecs } from "../formats/stream-formats.ts";

/** Maximum connections that add no listener: relays, monitors, and further connections of a listener. */
const MAX_EXTRA_CONNECTIONS = 60;
/** The last of these go to networks that hold few, so that nobody can lock out every relay. */
const RESERVED_EXTRA = 10;
/** An edge takes each mount over its own connection. */
const FEW_CONNECTIONS = codecs.length;
/** On top of these for this machine, where the station listens to itself. */
const EXTRA_OF_THIS_MACHINE = 10;
/** Maximum connections of one browser: we may not have noticed yet that older ones are gone. */
const MAX_CONNECTIONS_PER_CID = 4;
/** Maximum connections without a listener for any other network. */
const MAX_EXTRA_PER_NETWORK = 10;
/** One in this many places is reserved for networks that hold none yet. */
const RESERVED_SHARE = 20;
/** Up to this many listeners of a mount, each gets a block as soon as it comes. */
const MAX_WITHOUT_TURNS = 500;
/** In a crowd each gets this many blocks at a time. */
export const BLOCKS_PER_TURN = 3;

/** How a connection counts: `counted` is a listener, `uncounted` a relay, monitor or probe. */
export type ListenerKind = "counted" | "uncounted";

/** User agent of our own watchdogs, which are not listeners. */
export const MONITOR_USER_AGENT = "NeonRelay-Monitor";
/** User agent of an edge: its listeners are counted by its reports. */
export const EDGE_USER_AGENT = "NeonRelay-Edge";

const uncountedPrograms: readonly string[] = ["Icecast", MONITOR_USER_AGENT, EDGE_USER_AGENT];

/** Relays and our own monitors get the stream, but don't count as listeners. */
export function listenerKind(userAgent: string): ListenerKind {
  const isUncounted = uncountedPrograms.some((program) => userAgent.includes(program));
  return isUncounted ? "uncounted" : "counted";
}

/** Names of players, and of the libraries they use. Excludes browsers and programs that only fetch. */
const players =
  /\b(?:vlc|libvlc|mpv|mplayer|winamp|winampmpeg|nsplayer|itunes|quicktime|applecoremedia|foobar2000|lavf|libavformat|ffmpeg|gstreamer|gst-|souphttpsrc|exoplayer|androidx\.media|stagefright|bass|xmms|audacious|rhythmbox|clementine|strawberry|amarok|banshee|aimp|kodi|sonos|roku|tunein|radiodroid|transistor|music player daemon|mpd|liquidsoap|ezstream|streamripper|realplayer|squeezebox|logitech media|lyrion|moode|volumio|frontier silicon|reciva|simple radio|nero|musicbee|dopamine|deadbeef|cmus|mpg123|mpg321|ogg123|pianobar)/i;

/** Whether a client is a player: it wants sound where people want a page. */
export function isPlayer(userAgent: string): boolean {
  return players.test(userAgent) && !userAgent.startsWith("Mozilla/");
}

const CID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The connection id a browser adds to the address; null if missing or not a UUID. */
export function parseCid(query: URLSearchParams): string | null {
  const cid = query.get("cid");
  return cid !== null && CID.test(cid) ? cid.toLowerCase() : null;
}

export type Admission =
  | { readonly kind: "admitted" }
  | { readonly kind: "full" }
  /** The client's network has used up its share. */
  | { readonly kind: "network-full" };

/** How many places in the mounts and HLS one network may hold: an IPv4 address, or an IPv6 /64. */
export interface CrowdLimits {
  readonly perNetwork: number;
  /** For each address of this machine, where a proxy may forward others. */
  readonly fromLoopback: number;
}

/** What the client's network already holds. */
export interface HeldByNetwork {
  readonly connections: number;
  /** How many of these add no listener. */
  readonly extra: number;
  readonly most: number;
  readonly isLoopback: boolean;
}

/** The client that asks for a place, and how many places there are. */
export interface ListenerAsking {
  readonly kind: ListenerKind;
  /** Connections this listener already has. */
  readonly connectionsOfCid: number;
  readonly maxListeners: number;
}

/**
 * Refuses listener n+1, and reserves the last places for networks that hold none, so that no network can take them all.
 * Relays, monitors and listeners already counted are admitted, up to a limit: every connection costs memory and
 * bandwidth, whatever it claims to be.
 * @param connections in total, those of listeners included
 */
export function decideAdmission({
  kind,
  listeners,
  connections,
  connectionsOfCid,
  maxListeners,
  network,
}: ListenerAsking & {
  readonly listeners: number;
  readonly connections: number;
  readonly network: HeldByNetwork;
}): Admission {
  if (network.connections >= network.most) return { kind: "network-full" };
  const mostExtra = MAX_EXTRA_CONNECTIONS + (network.isLoopback ? EXTRA_OF_THIS_MACHINE : 0);
  if (connections >= maxListeners + mostExtra) return { kind: "full" };
  const isNewListener = kind === "counted" && connectionsOfCid === 0;
  if (isNewListener) {
    const reserved = network.connections === 0 ? 0 : reservedPlaces(maxListeners, network);
    return { kind: listeners < maxListeners - reserved ? "admitted" : "full" };
  }
  if (kind === "counted" && connectionsOfCid >= MAX_CONNECTIONS_PER_CID) return { kind: "full" };
  if (!network.isLoopback && network.extra >= MAX_EXTRA_PER_NETWORK)
    return { kind: "network-full" };
  const holdsFew = network.isLoopback || network.connections < FEW_CONNECTIONS;
  const extra = connections - listeners;
  return { kind: extra < mostExtra - (holdsFew ? 0 : RESERVED_EXTRA) ? "admitted" : "full" };
}

/** A small station reserves no places against this machine, where its owner tries it out. */
function reservedPlaces(maxListeners: number, { isLoopback }: HeldByNetwork): number {
  const share = maxListeners / RESERVED_SHARE;
  return isLoopback ? Math.floor(share) : Math.ceil(share);
}

/**
 * Whether a listener is served when block `sequence` has come. Writing is nearly all that a listener costs, and one
 * block costs almost as much CPU as three. So in a crowd each listener waits for two more blocks: 0.6 s of MP3, out of
 * the 4 s a player got at the start.
 * @param turn the listener's own running number; null: it never waits
 */
export function isTurnOf(
  turn: number | null,
  { sequence, listeners }: { readonly sequence: number; readonly listeners: number },
): boolean {
  return (
    turn === null || listeners <= MAX_WITHOUT_TURNS || (sequence + turn) % BLOCKS_PER_TURN === 0
  );
}
