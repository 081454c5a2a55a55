import type { SocketAddresses } from "./socket-addresses.ts";
import { errorMessage } from "./socket-commands.ts";
import type { SocketMember } from "./socket-member.ts";

export const commandRate = { burst: 20, perSecond: 5 };
/** How often a socket gets a notice that it is too fast, before it is closed. */
export const warningRate = { burst: 20, perSecond: 1 / 3 };
const POLICY_VIOLATION = 1008;
const tooMany = { error: "Too many messages; slow down", code: "too_many_requests" } as const;

/** Whether a frame is taken. Too many get a warning each; after enough warnings the socket is closed. */
export function isFrameTaken(
  { socket, network, bucket, warnings }: SocketMember,
  { addresses, nowMs }: { readonly addresses: SocketAddresses; readonly nowMs: number },
): boolean {
  if (!socket.isOpen) return false; // still on its way when the socket was ended
  if (bucket.take(nowMs) && addresses.takeCommand(network, nowMs)) return true;
  if (warnings.take(nowMs)) socket.sendOwn(errorMessage(tooMany));
  else socket.end(POLICY_VIOLATION, "too many messages");
  return false;
}
