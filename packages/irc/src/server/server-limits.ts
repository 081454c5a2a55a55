import type { Bucket } from "./throttle-rules.ts";

/** Limits on everything a client can make the server hold or do. Lengths are bytes, times milliseconds. */
export interface ServerLimits {
  readonly nickBytes: number;
  readonly usernameBytes: number;
  readonly realNameBytes: number;
  readonly channelBytes: number;
  readonly topicBytes: number;
  readonly kickBytes: number;
  readonly awayBytes: number;
  readonly keyBytes: number;
  readonly channelsPerUser: number;
  /** Bans, exceptions and invitations of a channel together. */
  readonly maskEntries: number;
  /** Bans of the server. */
  readonly serverBans: number;
  readonly modesPerLine: number;
  readonly targetsPerMessage: number;
  readonly monitored: number;
  readonly historyLines: number;
  readonly whowasEntries: number;
  /** Clients from the network. One in twenty of these places is reserved for networks without one. */
  readonly clients: number;
  /** Per IPv4 address or IPv6 /64. */
  readonly clientsPerAddress: number;
  /** Per loopback address, where a proxy may connect for many clients. */
  readonly clientsFromLoopback: number;
  /** Rate of connections per place a network may hold. */
  readonly connectsPerPlace: Bucket;
  /** From connecting to the end of registration. */
  readonly registrationMs: number;
  /** Maximum silence during registration. */
  readonly registrationSilenceMs: number;
  /** Silence after which a client is pinged. */
  readonly pingAfterMs: number;
  /** Time for any response to that ping. */
  readonly pongWithinMs: number;
  /** Limit for `authenticate` and `history`, which others answer. */
  readonly answerWithinMs: number;
  /** Maximum unread bytes per client. */
  readonly sendQueueBytes: number;
  /** Line rate per registered client; undefined: unlimited. */
  readonly lines: Bucket | undefined;
  /** The same before the welcome: clients send their first lines all at once. */
  readonly linesBeforeWelcome: Bucket | undefined;
  readonly nickChanges: Bucket;
  readonly joins: Bucket;
  readonly invites: Bucket;
  readonly saslAttempts: number;
}

export const defaultLimits: ServerLimits = {
  nickBytes: 30,
  usernameBytes: 10,
  realNameBytes: 150,
  channelBytes: 64,
  topicBytes: 390,
  kickBytes: 390,
  awayBytes: 390,
  keyBytes: 23,
  channelsPerUser: 50,
  serverBans: 500,
  maskEntries: 100,
  modesPerLine: 4,
  targetsPerMessage: 4,
  monitored: 100,
  historyLines: 100,
  whowasEntries: 100,
  clients: 1000,
  clientsPerAddress: 10,
  clientsFromLoopback: 100,
  connectsPerPlace: { burst: 2, perSecond: 1 / 30 },
  registrationMs: 30_000,
  registrationSilenceMs: 10_000,
  pingAfterMs: 90_000,
  pongWithinMs: 60_000,
  answerWithinMs: 5000,
  sendQueueBytes: 512 * 1024,
  lines: { burst: 5, perSecond: 2 },
  linesBeforeWelcome: { burst: 30, perSecond: 2 },
  nickChanges: { burst: 4, perSecond: 1 / 20 },
  joins: { burst: 20, perSecond: 1 },
  invites: { burst: 5, perSecond: 1 / 10 },
  saslAttempts: 3,
};
