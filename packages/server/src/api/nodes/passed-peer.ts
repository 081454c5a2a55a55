import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SHARED_HEADER } from "../../socket/shared-rounds.ts";
import * as z from "zod";
import type { Peer, PeerFinder } from "../../http-kit/peer.ts";

/** Added by a node to calls it passes on. Headers of these names are dropped from outside requests. */
const SECRET_HEADER = "x-neonrelay-secret";
const PEER_HEADER = "x-neonrelay-peer";

const peerSchema = z.object({
  address: z.string(),
  isLoopback: z.boolean(),
  protocol: z.enum(["http", "https"]),
  host: z.optional(z.string()),
});

/** @returns names and values in turn, as in `rawHeaders` */
export function headersOfPassed(secret: string, peer: Peer): readonly string[] {
  const peerText = encodeURIComponent(JSON.stringify(peer));
  return [SECRET_HEADER, secret, PEER_HEADER, peerText];
}

export function isHeaderOfPassed(name: string): boolean {
  return name === SECRET_HEADER || name === PEER_HEADER || name === SHARED_HEADER;
}

/**
 * Whether another node asks for a socket without shared messages.
 * @param secret of this node's lease
 */
export function asksForShared({ headers }: IncomingMessage, secret: string): boolean {
  const { [SECRET_HEADER]: shown, [SHARED_HEADER]: asked } = headers;
  return asked !== undefined && typeof shown === "string" && isSameSecret(shown, secret);
}

/**
 * Trusts another node's account of where a call came from.
 * @param secret of this node's lease
 * @param findPeer for all other calls
 */
export function passedPeerFinder(secret: string, findPeer: PeerFinder): PeerFinder {
  return (request) => {
    const { [SECRET_HEADER]: shown, [PEER_HEADER]: peerText } = request.headers;
    if (typeof shown !== "string" || typeof peerText !== "string") return findPeer(request);
    if (!isSameSecret(shown, secret)) return findPeer(request);
    const { address, isLoopback, protocol, host } = peerSchema.parse(
      JSON.parse(decodeURIComponent(peerText)),
    );
    return { address, isLoopback, protocol, host };
  };
}

function isSameSecret(shown: string, secret: string): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
