import type { DjSession } from "@neonrelay/contract/callers";
import { Mic } from "lucide-react";
import { AskingButton } from "../../ui/dialog.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatTimeOfDay } from "../../ui/format-time.ts";
import { EmptyState } from "../../ui/panel-state.tsx";
import { useKickDj, useDjSessions } from "./djs-data.ts";
import { Loaded } from "../../ui/loaded.tsx";

const words = {
  "on-air": "On air",
  starting: "Starting",
  waiting: "Waiting",
  silent: "Silent",
  finishing: "Disconnected, finishing",
} as const;

/** The connected DJs, in order of arrival. */
export function DjSessions() {
  const sessions = useDjSessions();
  const kick = useKickDj();
  return (
    <FormSection title="DJs" page="djs">
      <Loaded what="DJs" query={sessions}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<Mic size={28} />} title="No DJ is connected" />
          ) : (
            <ul className="flex flex-col gap-2">
              {list.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isBusy={kick.isPending}
                  onKick={() => kick.mutate(session.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </FormSection>
  );
}

function SessionRow({
  session,
  isBusy,
  onKick,
}: {
  readonly session: DjSession;
  readonly isBusy: boolean;
  readonly onKick: () => void;
}) {
  const isOnAir = session.state === "on-air";
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-m border border-line bg-s2 p-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-semibold">{session.djName}</p>
        <p className="text-[13px] break-words text-muted">
          since {formatTimeOfDay(Date.parse(session.connectedAt))}
          {session.address === null ? "" : ` from ${session.address}`} · {session.userAgent} ·{" "}
          {session.contentType}
        </p>
      </div>
      <span className={`badge ${isOnAir ? "border-accent-edge text-accent-text" : "text-muted"}`}>
        {words[session.state]}
      </span>
      <AskingButton
        name="Disconnect"
        label={`Disconnect ${session.djName}`}
        className="button button-small button-danger"
        isBusy={isBusy}
        question={{
          title: `Disconnect ${session.djName}?`,
          text: "The broadcast ends. The account and its address can't reconnect for five minutes.",
        }}
        onConfirm={onKick}
      />
    </li>
  );
}
