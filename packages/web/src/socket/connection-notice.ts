import type { ConnectionState } from "./reconnect-rules.ts";

interface ConnectionNotice {
  readonly text: string;
  readonly canReconnect: boolean;
}

/** The connection notice on every screen; undefined for none. */
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
