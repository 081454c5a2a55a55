import { createContext, use, useSyncExternalStore } from "react";
import type { LiveSocket } from "./live-socket.ts";
import type { ConnectionState } from "./reconnect-rules.ts";

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
