import type { ChatSanction, IrcUsers } from "@neonrelay/contract/callers";
import { useRight } from "../accounts/index.ts";
import { ErrorRow, LoadingRows } from "../../ui/panel-state.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { useChat } from "./chat-context.ts";
import { ModerationMenu } from "./moderation-menu.tsx";
import { nickColour } from "./run-colours.ts";
import { formatDayAndTime } from "../../ui/format-time.ts";
import { MoreRows } from "../../ui/more-rows.tsx";
import { useLiftSanction, useSanctions } from "./moderation-data.ts";

/** The users in the channel. */
export function ChatUsers() {
  const { users } = useChat();
  const mayModerate = useRight("chat_moderation");
  return (
    <ScrollRegion
      aria-label="Users in the channel"
      className="min-h-0 flex-1 overflow-y-auto py-2 focus-visible:shadow-none focus-visible:-outline-offset-4"
    >
      {users === undefined && <LoadingRows label="Loading users" count={5} />}
      {users !== undefined && (
        <ul aria-label="Users">
          {users.users.map((user) => (
            <UserRow key={user.nick} user={user} mayModerate={mayModerate} />
          ))}
        </ul>
      )}
      {users !== undefined && users.total > users.users.length && (
        <p className="px-4 py-2 text-[13px] text-muted">
          and {users.total - users.users.length} more
        </p>
      )}
      {mayModerate && <SanctionList />}
    </ScrollRegion>
  );
}

const rankNames: Readonly<Record<string, string>> = {
  "~": "Channel owner",
  "&": "Channel admin",
  "@": "Channel operator",
  "%": "Channel half-operator",
  "+": "Voiced",
};

function UserRow({
  user: { nick, chatName = nick, prefix, isWeb, isBot, isAway },
  mayModerate,
}: {
  readonly user: IrcUsers["users"][number];
  readonly mayModerate: boolean;
}) {
  return (
    <li className="flex min-h-9 items-center gap-2 px-4">
      <span className="w-3 text-center font-mono text-accent-text" title={rankNames[prefix]}>
        <span aria-hidden="true">{prefix}</span>
        <span className="sr-only">{rankNames[prefix] ?? prefix}</span>
      </span>
      <span
        className={`truncate font-semibold ${isAway ? "italic" : ""}`}
        style={{ color: nickColour(chatName) }}
      >
        {chatName}
      </span>
      {isBot && <span className="badge px-1.5 py-0 text-muted">BOT</span>}
      {isWeb && !isBot && <span className="badge px-1.5 py-0 text-muted">WEB</span>}
      {isAway && <span className="text-[12px] text-muted">away</span>}
      {mayModerate && !isBot && (
        <span className="ml-auto">
          <ModerationMenu username={chatName} messageId={undefined} isPerson />
        </span>
      )}
    </li>
  );
}

/** For moderators: the mutes and bans in force, with buttons to lift them. */
function SanctionList() {
  const sanctions = useSanctions();
  const shown = sanctions.data?.pages.flat();
  const lift = useLiftSanction();
  return (
    <section aria-label="Mutes and bans" className="mt-3 border-t border-line pt-3">
      <h3 className="px-4 text-[13px] font-semibold text-muted">Mutes and bans</h3>
      {sanctions.isError && (
        <ErrorRow
          text="Mutes and bans could not be loaded"
          onRetry={() => void sanctions.refetch()}
        />
      )}
      {shown?.length === 0 && (
        <p className="px-4 py-2 text-[13px] text-muted">No one is muted or banned.</p>
      )}
      <ul aria-label="Mutes and bans in force">
        {shown?.map((sanction) => (
          <li key={sanction.id} className="flex items-center gap-2 px-4 py-1.5">
            <div className="min-w-0 flex-1 break-words">
              <p className="font-semibold">
                {sanction.username}{" "}
                <span className="font-normal text-muted">
                  {sanction.kind === "ban" ? "banned" : "muted"} by {sanction.by}
                </span>
              </p>
              <p className="text-[12px] text-muted">{termOf(sanction)}</p>
            </div>
            <button
              type="button"
              className="button button-small"
              aria-label={`Lift the ${sanction.kind} of ${sanction.username}`}
              disabled={lift.isPending}
              onClick={() => lift.mutate(sanction.id)}
            >
              Lift
            </button>
          </li>
        ))}
      </ul>
      <div className="px-4">
        <MoreRows query={sanctions} />
      </div>
    </section>
  );
}

function termOf({ until, reason }: ChatSanction): string {
  const term =
    until === null ? "until it is lifted" : `until ${formatDayAndTime(Date.parse(until))}`;
  return reason === "" ? term : `${term} · ${reason}`;
}
