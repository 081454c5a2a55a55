import { useConnectionState, useLiveSocket } from "./live-context.ts";

/** The state of the socket in words, with a way back once it has given up. */
export function ConnectionLine() {
  const socket = useLiveSocket();
  const state = useConnectionState();
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-[12px] text-faint">
      <span>Live updates: {state}</span>
      {state === "CLOSED" && (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            socket.reconnect();
          }}
        >
          Reconnect
        </button>
      )}
    </div>
  );
}
