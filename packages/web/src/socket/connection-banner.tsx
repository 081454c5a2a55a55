import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { connectionNotice } from "./connection-notice.ts";
import { useConnectionState, useSocket } from "./socket-context.ts";

/** Shown on every screen while the data may be out of date. */
export function ConnectionBanner() {
  const socket = useSocket();
  const state = useConnectionState();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const notice = connectionNotice({ isOnline, state, isLost: socket.isLost });
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

function followNetwork(onChange: () => void): () => void {
  const ended = new AbortController();
  for (const event of ["online", "offline"])
    window.addEventListener(event, onChange, { signal: ended.signal });
  return () => ended.abort();
}
