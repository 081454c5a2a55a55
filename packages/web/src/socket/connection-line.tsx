import { usePolledConnectionState } from "./socket-context.ts";

/** The state of the socket in the specification's words. */
export function ConnectionLine() {
  const state = usePolledConnectionState();
  return <p className="mt-2 text-[12px] text-faint">Live updates: {state}</p>;
}
