import type { Visitor } from "../accounts/visitor.ts";
import { foldName } from "./chat-rules.ts";

/** Who claims a name: the same account, or the same browser before and after it signs in. */
export type Claimant = Pick<Visitor, "key" | "browserKey">;

/** Which name in chat belongs to whom, while sockets are joined under it and 30 s beyond the last. */
export interface ChatNames {
  /**
   * Holds a name for a socket, which gives up the one it had. @returns false when another visitor holds it
   * @param socket any object that stands for it
   */
  join(socket: object, claim: { readonly name: string; readonly claimant: Claimant }): boolean;
  /** The socket's name is free at once, unless another socket is joined under it. */
  leave(socket: object): void;
  /** The same, but the name is kept for its visitor a while: a page may be loading anew. */
  socketGone(socket: object): void;
  isHeldByAnother(name: string, claimant: Claimant): boolean;
}

/** How long a name is kept when the last socket is gone. */
export const NAME_KEPT_MS = 30_000;

interface Holder {
  readonly foldedName: string;
  readonly keys: Set<string>;
  readonly sockets: Set<object>;
  goneAtMs: number;
}

/** @param nowMs any clock that only goes forward */
export function createChatNames({ nowMs }: { readonly nowMs: () => number }): ChatNames {
  const holders = new Map<string, Holder>();
  const ofSocket = new Map<object, Holder>();
  /** Holders without a socket, in the order they lost it. */
  const gone = new Set<Holder>();

  const forgetExpired = (): void => {
    for (const holder of gone) {
      if (nowMs() - holder.goneAtMs < NAME_KEPT_MS) return;
      gone.delete(holder);
      holders.delete(holder.foldedName);
    }
  };
  const part = (socket: object): Holder | null => {
    const holder = ofSocket.get(socket);
    ofSocket.delete(socket);
    holder?.sockets.delete(socket);
    return holder === undefined || holder.sockets.size > 0 ? null : holder;
  };
  const isHeldByAnother = (name: string, { key, browserKey }: Claimant): boolean => {
    forgetExpired();
    const holder = holders.get(foldName(name));
    return holder !== undefined && !holder.keys.has(key) && !holder.keys.has(browserKey);
  };
  const leave = (socket: object): void => {
    const holder = part(socket);
    if (holder !== null) holders.delete(holder.foldedName);
  };
  return {
    isHeldByAnother,
    leave,
    socketGone: (socket) => {
      const holder = part(socket);
      if (holder === null) return;
      holder.goneAtMs = nowMs();
      gone.add(holder);
    },
    join: (socket, { name, claimant }) => {
      if (isHeldByAnother(name, claimant)) return false;
      leave(socket);
      const foldedName = foldName(name);
      const holder = holders.get(foldedName) ?? {
        foldedName,
        keys: new Set(),
        sockets: new Set(),
        goneAtMs: 0,
      };
      holders.set(foldedName, holder);
      gone.delete(holder);
      holder.keys.add(claimant.key).add(claimant.browserKey);
      holder.sockets.add(socket);
      ofSocket.set(socket, holder);
      return true;
    },
  };
}
