import type { IrcStatus } from "@neonrelay/contract/callers";
import { useIrcStatus, useShownServer } from "../features/irc/irc-status-data.ts";
import { countOf } from "../ui/count-of.ts";
import { ConnectionLine } from "../socket/connection-line.tsx";

/** Where the bot is on IRC, and how to request a song there. */
export function IrcFooter() {
  const status = useIrcStatus();
  const isConnected = status?.connected ?? false;
  return (
    <section
      aria-label="IRC status"
      className="border-t border-line p-2 text-[12px] leading-4 max-xl:py-3 xl:p-5"
    >
      <p className="flex items-baseline gap-2">
        <span
          className={`size-2 shrink-0 rounded-full ${isConnected ? "bg-accent" : "bg-faint"}`}
          aria-hidden="true"
        />
        <span className="font-display font-semibold">
          {isConnected ? "IRC bot connected" : "IRC bot disconnected"}
        </span>
      </p>
      <div className="text-muted">
        {status?.connected === true && <Whereabouts status={status} />}
        {status?.connected === false && status.reason !== null && (
          <p className="mt-1 break-words">{status.reason}</p>
        )}
        <ConnectionLine />
      </div>
    </section>
  );
}

function Whereabouts({ status }: { readonly status: IrcStatus }) {
  const [channel] = status.channels;
  const server = useShownServer();
  return (
    <>
      <p className="mt-1 wrap-anywhere">{server}</p>
      <p className="mt-1 wrap-anywhere">
        {channel === undefined ? "" : `${channel} · `}
        {countOf(status.userCount, "user")} online
      </p>
      <p className="mt-1">
        Type <code className="font-mono">.request</code> and a song to hear it.
      </p>
    </>
  );
}
