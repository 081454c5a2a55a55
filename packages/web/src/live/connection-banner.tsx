import { WifiOff } from "lucide-react";
import { useConnectionState, useLiveSocket } from "./live-context.ts";

/** Tells on every screen that what is shown may be old, once the socket has given up. */
export function ConnectionBanner() {
  const socket = useLiveSocket();
  const state = useConnectionState();
  return (
    <output aria-live="polite" className="block shrink-0">
      {state === "CLOSED" && (
        <span className="flex items-center gap-3 border-b border-warn/50 bg-s2 px-4 py-1.5 text-[13px]">
          <WifiOff size={16} aria-hidden="true" className="shrink-0 text-warn" />
          <span className="mr-auto">
            Live updates are lost. What you see may be a few seconds old.
          </span>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              socket.reconnect();
            }}
          >
            Reconnect
          </button>
        </span>
      )}
    </output>
  );
}
