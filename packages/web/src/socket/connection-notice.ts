import type { ConnectionState } from "./reconnect-rules.ts";

export interface ConnectionNotice {
  readonly text: string;
  readonly canReconnect: boolean;
}

/** What a visitor is told of the connection on every screen; undefined while there is nothing to tell. */
export function connectionNotice(connection: {
  /** The browser has a network. */
  readonly isOnline: boolean;
  readonly state: ConnectionState;
  readonly isLost: boolean;
}): ConnectionNotice | undefined {
  const { isOnline, state, isLost } = connection;
  if (!isOnline) return { text: "You are offline. What you see may be old.", canReconnect: false };
  if (!isLost || state === "CONNECTED") return undefined;
  if (state === "CLOSED")
    return {
      text: "Live updates are lost. What you see may be a few seconds old.",
      canReconnect: true,
    };
  return {
    text: "Reconnecting to the station. What you see may be a few seconds old.",
    canReconnect: false,
  };
}
