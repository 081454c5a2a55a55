import { addressGroup } from "./cloak.ts";
import type { ServerLimits } from "./server-limits.ts";
import { type BucketLevel, takeToken } from "./throttle-rules.ts";

/** Networks whose latest connects are remembered. */
const REMEMBERED_NETWORKS = 10_000;
/** One in so many places is kept for networks that hold none yet. */
const RESERVED_SHARE = 20;

type PlaceLimits = Pick<
  ServerLimits,
  "clients" | "clientsPerAddress" | "clientsFromLoopback" | "connectsPerPlace"
>;

/**
 * The places for clients that come over the network: one IPv4 address or IPv6 /64 gets some of them, at a pace, and the
 * last ones go to networks that hold none.
 */
export class ClientPlaces {
  readonly #limits: PlaceLimits;
  readonly #nowMs: () => number;
  readonly #held = new Map<string, number>();
  readonly #connects = new Map<string, BucketLevel>();
  #taken = 0;

  constructor(limits: PlaceLimits, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  /** @returns why there is no place, in words for the client; undefined: it has one until `leave` */
  take(address: string): string | undefined {
    const group = addressGroup(address);
    const held = this.#held.get(group) ?? 0;
    const { clients, clientsPerAddress, clientsFromLoopback } = this.#limits;
    const most = isLoopback(address) ? clientsFromLoopback : clientsPerAddress;
    if (held >= most) return "Too many connections from your address";
    const reserved = held === 0 ? 0 : Math.ceil(clients / RESERVED_SHARE);
    if (this.#taken >= clients - reserved) return "Server is full";
    if (!this.#isInTime(group, most)) return "Connecting too fast, please wait a while";
    this.#held.set(group, held + 1);
    this.#taken += 1;
    return undefined;
  }

  leave(address: string): void {
    const group = addressGroup(address);
    const left = (this.#held.get(group) ?? 1) - 1;
    this.#taken -= 1;
    if (left === 0) this.#held.delete(group);
    else this.#held.set(group, left);
  }

  #isInTime(group: string, most: number): boolean {
    const { burst, perSecond } = this.#limits.connectsPerPlace;
    const bucket = { burst: burst * most, perSecond: perSecond * most };
    const decision = takeToken(bucket, this.#connects.get(group), this.#nowMs());
    // Set again, so that the map is in the order of the latest connects and the oldest is forgotten first.
    this.#connects.delete(group);
    this.#connects.set(group, decision.level);
    const [oldest] = this.#connects.keys();
    if (this.#connects.size > REMEMBERED_NETWORKS && oldest !== undefined)
      this.#connects.delete(oldest);
    return decision.kind === "taken";
  }
}

/** @param address not in the form of an IPv4 address within IPv6 */
function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
