import { addressGroup } from "./cloak.ts";
import type { ServerLimits } from "./server-limits.ts";
import { type BucketLevel, takeToken } from "./throttle-rules.ts";

/** Networks whose latest connects are remembered. */
const REMEMBERED_NETWORKS = 10_000;
/** One place in this many is reserved for networks without one. */
const RESERVED_SHARE = 20;

type PlaceLimits = Pick<
  ServerLimits,
  "clients" | "clientsPerAddress" | "clientsFromLoopback" | "connectsPerPlace"
>;

/**
 * Places for clients from the network. Each IPv4 address or IPv6 /64 gets a limited number, at a limited rate, and the
 * last places go to networks without one.
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

  /** @returns why there is no place, in words for the client; undefined: it holds one until `leave` */
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
    // Re-inserted to keep the map in order of the latest connects, so the oldest is forgotten first.
    this.#connects.delete(group);
    this.#connects.set(group, decision.level);
    const [oldest] = this.#connects.keys();
    if (this.#connects.size > REMEMBERED_NETWORKS && oldest !== undefined)
      this.#connects.delete(oldest);
    return decision.kind === "taken";
  }
}

/** @param address not IPv4-mapped IPv6 */
function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
