import { useRadioState } from "../features/radio/radio-data.ts";
import { ConnectionLine } from "../live/connection-line.tsx";

/** What is known of IRC. The bot comes with the IRC bridge; until then the station says disconnected. */
export function IrcFooter() {
  const radioState = useRadioState().data;
  const isConnected = radioState?.ircConnected ?? false;
  return (
    <section aria-label="IRC status" className="border-t border-line p-3 text-[12px] xl:p-5">
      <p className="flex items-center justify-center gap-2 xl:justify-start">
        <span
          className={`size-2 shrink-0 rounded-full ${isConnected ? "bg-accent" : "bg-faint"}`}
          aria-hidden="true"
        />
        <span className="sr-only font-display font-semibold xl:not-sr-only">
          {isConnected ? "IRC bot connected" : "IRC bot disconnected"}
        </span>
      </p>
      <div className="hidden xl:block">
        {isConnected && radioState !== undefined ? (
          <p className="mt-1 text-muted">
            {radioState.ircChannel} · {radioState.ircUserCount} online
          </p>
        ) : (
          <p className="mt-1 leading-4 text-muted">
            The IRC bridge is being built. Soon: <code className="font-mono">.request</code> a song
            from the channel.
          </p>
        )}
        <ConnectionLine />
      </div>
    </section>
  );
}
