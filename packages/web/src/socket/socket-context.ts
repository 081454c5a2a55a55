import { createContext, use, useSyncExternalStore } from "react";
import type { StationSocket } from "./station-socket.ts";
import { isStale } from "./reconnect-rules.ts";
import type { ConnectionState } from "./reconnect-rules.ts";

const STATE_POLL_MS = 1000;

export const SocketContext = createContext<StationSocket | undefined>(undefined);

export function useSocket(): StationSocket {
  const socket = use(SocketContext);
  if (socket === undefined) throw new Error("SocketContext is missing above this component");
  return socket;
}

export function useConnectionState(): ConnectionState {
  const socket = useSocket();
  const stateNow = () => socket.state;
  return useSyncExternalStore(socket.subscribe, stateNow, stateNow);
}

/** The state, also polled once a second: browsers send no event for a closing socket. */
export function usePolledConnectionState(): ConnectionState {
  const socket = useSocket();
  useSyncExternalStore(eachSecond, () => socket.state);
  return useConnectionState();
}

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, STATE_POLL_MS);
  return () => clearInterval(timer);
}

/** Whether the browser has a network. */
export function useIsOnline(): boolean {
  const isOnline = () => navigator.onLine;
  return useSyncExternalStore(followNetwork, isOnline, () => true);
}

function followNetwork(onChange: () => void): () => void {
  const ended = new AbortController();
  for (const event of ["online", "offline"])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}

/**
 * Whether what was last heard of the station may be wrong by now, see `isStale`.
 * @param heardAtMs in ms since 1970; 0: only the socket tells it
 */
export function useIsStale(heardAtMs: number): boolean {
  const { lostAtMs } = useSocket();
  const state = useConnectionState();
  return isStale({ isOnline: useIsOnline(), state, lostAtMs, heardAtMs });
}
