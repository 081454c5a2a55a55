import { createContext, use, useSyncExternalStore } from "react";
import type { LiveSocket } from "./live-socket.ts";
import type { ConnectionState } from "./reconnect-rules.ts";

const STATE_POLL_MS = 1000;

export const LiveContext = createContext<LiveSocket | undefined>(undefined);

export function useLiveSocket(): LiveSocket {
  const socket = use(LiveContext);
  if (socket === undefined) throw new Error("LiveContext is missing above this component");
  return socket;
}

export function useConnectionState(): ConnectionState {
  const socket = useLiveSocket();
  return useSyncExternalStore(socket.subscribe, () => socket.state);
}

/** The state as it is looked at once a second, which also sees a socket that is closing. */
export function usePolledConnectionState(): ConnectionState {
  const socket = useLiveSocket();
  return useSyncExternalStore(eachSecond, () => socket.state);
}

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, STATE_POLL_MS);
  return () => clearInterval(timer);
}
