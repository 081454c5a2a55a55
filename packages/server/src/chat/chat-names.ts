import { createEvents } from "@neonrelay/process/events";
import type { Chatter, Visitor } from "../identity/visitor.ts";
import { foldName } from "./chat-rules.ts";
import { CHAT_NAME_LENGTHS } from "@neonrelay/contract";

/** Claimant of a name: the same account, or the same browser before and after it signs in. */
type Claimant = Pick<Visitor, "key" | "browserKey">;

interface NameClaim {
  readonly name: string;
  readonly claimant: Visitor;
}

export type ChatterChange =
  | { readonly kind: "came"; readonly chatter: Chatter }
  | { readonly kind: "left"; readonly chatter: Chatter };

/** Owners of chat names: from joining until 30 s after the last socket is gone. */
export interface ChatNames {
  /**
   * Reserves a name for a socket, which gives up its old one. @returns false when another visitor has it
   * @param socket any object that identifies it
   */
  join(socket: object, claim: NameClaim): boolean;
  /** Reserves a name for a message, as for a reloading page. @returns false when another visitor has it */
  speak(claim: NameClaim): boolean;
  /** Frees the socket's name at once, unless another socket has joined under it. */
  leave(socket: object): void;
  /** The same, but the name stays reserved for a while: the page may be reloading. */
  socketGone(socket: object): void;
  /** Frees a name, whatever the number of its sockets. */
  expel(name: string): void;
  isHeldByAnother(name: string, claimant: Claimant): boolean;
  /** Whether the name belongs to this claimant now. */
  isHeldBy(name: string, claimant: Claimant): boolean;
  /** The person with this name now or within the last hour. */
  find(name: string): Chatter | null;
  present(): readonly Chatter[];
  /** Frees names reserved for long enough; call it every second or so. */
  forgetExpired(): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (change: ChatterChange) => void): () => void;
}

/** How long a name stays reserved after the last socket is gone. */
export const NAME_KEPT_MS = 30_000;
/** How long people who left can be found, and how many of them. */
const RECENT_MS = 3_600_000;
const MAX_RECENT = 1000;

interface Holder {
  readonly foldedName: string;
  chatter: Chatter;
  readonly keys: Set<string>;
  readonly sockets: Set<object>;
  goneAtMs: number;
}

/** @param nowMs any monotonic clock */
export function createChatNames({ nowMs }: { readonly nowMs: () => number }): ChatNames {
  const holders = new Map<string, Holder>();
  const ofSocket = new Map<object, Holder>();
  /** Holders without a socket, in the order they lost it. */
  const gone = new Set<Holder>();
  const recent = createRecentChatters(nowMs);
  const changes = createEvents<ChatterChange>();

  const forget = (holder: Holder): void => {
    gone.delete(holder);
    holders.delete(holder.foldedName);
    for (const socket of holder.sockets) ofSocket.delete(socket);
    recent.add(holder);
    changes.publish({ kind: "left", chatter: holder.chatter });
  };
  const forgetExpired = (): void => {
    for (const holder of gone) {
      if (nowMs() - holder.goneAtMs < NAME_KEPT_MS) return;
      forget(holder);
    }
  };
  const hold = (claim: NameClaim): Holder => {
    const held = holders.get(foldName(claim.name));
    const holder = claimed(held, claim);
    holders.set(holder.foldedName, holder);
    if (held === undefined) changes.publish({ kind: "came", chatter: holder.chatter });
    return holder;
  };
  const keepAWhile = (holder: Holder): void => {
    holder.goneAtMs = nowMs();
    gone.delete(holder);
    gone.add(holder);
  };
  const part = (socket: object): Holder | null => {
    const holder = ofSocket.get(socket);
    ofSocket.delete(socket);
    holder?.sockets.delete(socket);
    return holder === undefined || holder.sockets.size > 0 ? null : holder;
  };
  const ownerOf = (name: string, claimant: Claimant): Owner => {
    forgetExpired();
    return ownerFor(holders.get(foldName(name)), claimant);
  };
  const leave = (socket: object): void => {
    const holder = part(socket);
    if (holder !== null) forget(holder);
  };
  return {
    isHeldByAnother: (name, claimant) => ownerOf(name, claimant) === "another",
    isHeldBy: (name, claimant) => ownerOf(name, claimant) === "claimant",
    leave,
    forgetExpired,
    subscribe: changes.subscribe,
    present: () => [...holders.values()].map(({ chatter }) => chatter),
    find: (name) => holders.get(foldName(name))?.chatter ?? recent.find(foldName(name)),
    expel: (name) => {
      const holder = holders.get(foldName(name));
      if (holder !== undefined) forget(holder);
    },
    speak: (claim) => {
      if (ownerOf(claim.name, claim.claimant) === "another") return false;
      const holder = hold(claim);
      if (holder.sockets.size === 0) keepAWhile(holder);
      return true;
    },
    socketGone: (socket) => {
      const holder = part(socket);
      if (holder !== null) keepAWhile(holder);
    },
    join: (socket, claim) => {
      if (ownerOf(claim.name, claim.claimant) === "another") return false;
      const before = ofSocket.get(socket);
      if (before?.foldedName !== foldName(claim.name)) leave(socket);
      const holder = hold(claim);
      gone.delete(holder);
      holder.sockets.add(socket);
      ofSocket.set(socket, holder);
      return true;
    },
  };
}

type Owner = "none" | "claimant" | "another";

function ownerFor(holder: Holder | undefined, { key, browserKey }: Claimant): Owner {
  if (holder === undefined) return "none";
  return holder.keys.has(key) || holder.keys.has(browserKey) ? "claimant" : "another";
}

/** Makes this visitor a holder of the name too; the first holder's spelling stays. */
function claimed(held: Holder | undefined, { name, claimant }: NameClaim): Holder {
  const chatter = { name: held?.chatter.name ?? name, visitor: claimant };
  const foldedName = foldName(name);
  const made = { foldedName, chatter, keys: new Set<string>(), sockets: new Set<object>() };
  const holder: Holder = held ?? { ...made, goneAtMs: 0 };
  holder.chatter = chatter;
  holder.keys.add(claimant.key).add(claimant.browserKey);
  return holder;
}

/** The most recent people to leave, for an hour. */
function createRecentChatters(nowMs: () => number) {
  const recent = new Map<string, { readonly chatter: Chatter; readonly leftAtMs: number }>();
  return {
    add: ({ foldedName, chatter }: Pick<Holder, "foldedName" | "chatter">): void => {
      recent.delete(foldedName);
      recent.set(foldedName, { chatter, leftAtMs: nowMs() });
      const [oldest] = recent.keys();
      if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest);
    },
    find: (foldedName: string): Chatter | null => {
      const known = recent.get(foldedName);
      return known !== undefined && nowMs() - known.leftAtMs < RECENT_MS ? known.chatter : null;
    },
  };
}

const endings = ["_", ...Array.from({ length: 98 }, (_, index) => String(index + 2))];

/** Alternatives for a taken name, nearest first, within the length limit. */
export function nearNames(name: string): readonly string[] {
  return endings.map((ending) => name.slice(0, CHAT_NAME_LENGTHS.longest - ending.length) + ending);
}
