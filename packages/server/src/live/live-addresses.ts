import { createTokenBucket, type TokenBucket } from "../accounts/token-bucket.ts";

/** What the sockets of one network do together. */
interface NetworkUse {
  sockets: number;
  readonly bucket: TokenBucket;
}

/** Counts the sockets of each network, and their commands against one bucket. */
export interface LiveAddresses {
  socketsOf(network: string): number;
  add(network: string): void;
  remove(network: string): void;
  /** Counts one more command. @returns false when there were too many */
  takeCommand(network: string, nowMs: number): boolean;
}

/** A network may send ten times what a socket may. */
const COMMAND_BURST = 200;
const COMMANDS_PER_SECOND = 50;

export function createLiveAddresses(): LiveAddresses {
  const uses = new Map<string, NetworkUse>();
  return {
    socketsOf: (network) => uses.get(network)?.sockets ?? 0,
    add: (network) => {
      const use = uses.get(network) ?? {
        sockets: 0,
        bucket: createTokenBucket({ burst: COMMAND_BURST, perSecond: COMMANDS_PER_SECOND }),
      };
      use.sockets += 1;
      uses.set(network, use);
    },
    remove: (network) => {
      const use = uses.get(network);
      if (use === undefined) return;
      use.sockets -= 1;
      if (use.sockets === 0) uses.delete(network);
    },
    takeCommand: (network, nowMs) => uses.get(network)?.bucket.take(nowMs) ?? false,
  };
}
