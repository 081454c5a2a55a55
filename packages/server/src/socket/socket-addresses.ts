import { createTokenBuckets } from "../limits/token-buckets.ts";
import { MAX_SOCKETS_PER_NETWORK } from "./upgrade-rules.ts";

/** Counts the sockets of each network, how fast they come, and their commands; the last two outlive the sockets. */
export interface SocketAddresses {
  socketsOf(network: string): number;
  add(network: string): void;
  remove(network: string): void;
  /** Counts one more that wants to become a socket. @returns false when there were too many */
  takeUpgrade(network: string, nowMs: number): boolean;
  /** Counts one more command. @returns false when there were too many */
  takeCommand(network: string, nowMs: number): boolean;
}

/** All sockets of a network may come at once, and once more when the server restarts. */
const upgradeRate = { burst: 2 * MAX_SOCKETS_PER_NETWORK, perSecond: 10 };
/** A network may send ten times what a socket may. */
const commandRate = { burst: 200, perSecond: 50 };

export function createSocketAddresses(): SocketAddresses {
  const sockets = new Map<string, number>();
  const upgrades = createTokenBuckets(upgradeRate);
  const commands = createTokenBuckets(commandRate);
  const socketsOf = (network: string): number => sockets.get(network) ?? 0;
  return {
    socketsOf,
    add: (network) => void sockets.set(network, socketsOf(network) + 1),
    remove: (network) => {
      const left = socketsOf(network) - 1;
      if (left > 0) sockets.set(network, left);
      else sockets.delete(network);
    },
    takeUpgrade: (network, nowMs) => upgrades(network).take(nowMs),
    takeCommand: (network, nowMs) => commands(network).take(nowMs),
  };
}
