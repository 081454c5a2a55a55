import { WifiOff } from "lucide-react";
import type { ConnectionState } from "./reconnect-rules.ts";
import {
  useConnectionState,
  useIsOnline,
  usePolledConnectionState,
  useSocket,
} from "./socket-context.ts";

/** Shown on every screen while the data may be out of date. */
export function ConnectionBanner() {
  const socket = useSocket();
  const state = useConnectionState();
  const isOnline = useIsOnline();
  const notice = connectionNotice({ isOnline, state, isLost: socket.lostAtMs !== undefined });
  return (
    <output aria-live="polite" className="block shrink-0">
      {notice !== undefined && (
        <span className="flex items-center gap-3 border-b border-warn/50 bg-s2 px-4 py-1.5 text-[13px]">
          <WifiOff size={16} aria-hidden="true" className="shrink-0 text-warn" />
          <span className="mr-auto">{notice.text}</span>
          {notice.canReconnect && (
            <button
              type="button"
              className="button button-small"
              onClick={() => socket.reconnect()}
            >
              Reconnect
            </button>
          )}
        </span>
      )}
    </output>
  );
}

/** The state of the socket in the specification's words. */
export function ConnectionWords() {
  const state = usePolledConnectionState();
  return <span>Live updates: {state}</span>;
}

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
