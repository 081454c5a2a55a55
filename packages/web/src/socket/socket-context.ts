import { createContext, use, useSyncExternalStore } from "react";
import type { LiveSocket } from "./station-socket.ts";
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

/** The state, looked at once a second as well: nobody is told of a socket that is closing. */
export function usePolledConnectionState(): ConnectionState {
  const socket = useLiveSocket();
  useSyncExternalStore(eachSecond, () => socket.state);
  return useConnectionState();
}

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, STATE_POLL_MS);
  return () => clearInterval(timer);
}
