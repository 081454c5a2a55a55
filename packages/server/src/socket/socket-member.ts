import type { Caller } from "../identity/rights-rules.ts";
import type { Sessions } from "../accounts/sessions.ts";
import type { TokenBucket } from "../limits/rate-limit.ts";
import type { BrowserSocket } from "./browser-socket.ts";

/** Where a browser came from, as it was let in. */
export interface Newcomer {
  /** The name it reached us by. */
  readonly hostname: string;
  readonly address: string;
  readonly network: string;
  /** Value of the session cookie. */
  readonly token: string | undefined;
  readonly visitorId: string;
  /** It is at another node, which writes messages for all to it. */
  readonly isElsewhere: boolean;
}

/** One browser: its socket and what is known of it. */
export interface SocketMember extends Newcomer {
  readonly socket: BrowserSocket;
  readonly tokenHash: string | null;
  /** See Visitor. */
  readonly browserKey: string;
  /** See RoundMember. */
  readonly after: number;
  readonly bucket: TokenBucket;
  /** How many more notices it gets that it is too fast, see isFrameTaken. */
  readonly warnings: TokenBucket;
  /** Not all are asked at once whether they are there. */
  readonly pingTurn: number;
  /** Who it was when last looked up; null before that. */
  caller: Caller | null;
  /** The browser's stream connection, until the browser knows where that began. */
  awaitedCid: string | null;
}

/** The code a socket is closed with when its session has ended: the browser comes again as who it is now. */
const POLICY_VIOLATION = 1008;

export function endForSession(member: SocketMember): void {
  member.socket.end(POLICY_VIOLATION, "the session has ended");
}

/**
 * Who a browser is now.
 * @param toSteer it silences or steers the sound, see Sessions
 * @returns null when its session has ended: then its socket is closed
 */
export async function lookUpCaller(
  sessions: Sessions,
  { member, toSteer }: { readonly member: SocketMember; readonly toSteer: boolean },
): Promise<Caller | null> {
  const { token } = member;
  const { caller } = toSteer ? await sessions.findToSteer(token) : await sessions.find(token);
  const wasSignedIn = member.caller !== null && member.caller.kind !== "guest";
  member.caller = caller;
  if (caller.kind !== "guest" || !wasSignedIn) return caller;
  endForSession(member);
  return null;
}
