import type { ChatMessage, ChatRun, ChatStatus } from "@neonrelay/contract/callers";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mentions } from "./announcements.ts";
import { formatDateAndTime } from "../../ui/format-time.ts";
import { formatChatTime } from "./format-chat-time.ts";
import { splitLinks } from "./link-rules.ts";
import { nickColour, runColours } from "./run-colours.ts";
import { asideSummary, type ChatReply, type SideLine, statusSentence } from "./timeline-rules.ts";

/** A moderator's actions for a message; null for everyone else. */
type MenuOf = (message: ChatMessage) => ReactNode;

/** A message or action: '21:04 nick text'. */
export function MessageRow({
  message,
  ownName,
  ownNick,
  menu,
}: {
  readonly message: ChatMessage;
  readonly ownName: string | undefined;
  /** Nick on IRC, if it differs from the name. */
  readonly ownNick: string | undefined;
  readonly menu: ReactNode;
}) {
  const { username, kind, isBot, origin, notDelivered, isWaiting = false, timestamp } = message;
  const isOwn = origin === "web" && username === ownName;
  const isMention = !isOwn && mentions(message.message, [ownName, ownNick]);
  return (
    <div
      className={`flex items-start gap-2 border-l-2 py-1 pr-2 pl-2.5 ${
        isMention ? "border-secondary-edge bg-s2" : "border-transparent"
      }`}
    >
      <RowTime timestamp={timestamp} />
      <div className="min-w-0 flex-1 break-words">
        <span className={kind === "action" ? "italic" : ""}>
          {kind === "action" && <span aria-hidden="true">* </span>}
          <span className="font-semibold" style={{ color: nickColour(username) }}>
            {username}
          </span>
          {isBot ? (
            <span className="badge ml-1.5 px-1.5 py-0 text-muted">BOT</span>
          ) : (
            <OriginBadge origin={origin} />
          )}
          <span className="sr-only">{kind === "action" ? "" : ", "}</span>{" "}
          <MessageText message={message} />
        </span>
        {isWaiting && (
          <span className="mt-0.5 block text-[13px] text-muted">waiting for its turn on IRC</span>
        )}
        {notDelivered !== null && (
          <span className="mt-0.5 flex items-start gap-1.5 text-[13px] text-warn">
            <CircleAlert size={14} aria-hidden="true" className="mt-1 shrink-0" />
            <span>not delivered to IRC: {notDelivered}</span>
          </span>
        )}
      </div>
      {menu}
    </div>
  );
}

/** Where a message comes from: on another IRC network a nick proves nothing, even if an account here has that name. */
function OriginBadge({ origin }: { readonly origin: ChatMessage["origin"] }) {
  if (origin === "station") return null;
  const [label, words] = origin === "irc" ? ["IRC", " on IRC"] : ["WEB", " on the web"];
  return (
    <span className="badge ml-1.5 px-1.5 py-0 text-muted">
      <span aria-hidden="true">{label}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** A bot reply that only this visitor sees. */
export function ReplyRow({ reply }: { readonly reply: ChatReply }) {
  return (
    <div className="flex items-start gap-2 border-l-2 border-primary-edge bg-s2 py-1 pr-2 pl-2.5">
      <RowTime timestamp={reply.timestamp} />
      <div className="min-w-0 flex-1 break-words">
        <span className="font-semibold" style={{ color: nickColour(reply.username) }}>
          {reply.username}
        </span>
        <span className="badge ml-1.5 px-1.5 py-0 text-muted">BOT</span>
        <span className="sr-only">, </span> <LinkedText text={reply.message} />
        <span className="block text-[12px] text-muted">Only you see this</span>
      </div>
    </div>
  );
}

/** Events between messages: one as a line, several as a count that expands. */
export function AsideRow({
  lines,
  menuOf,
}: {
  readonly lines: readonly SideLine[];
  readonly menuOf: MenuOf;
}) {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return <SideLineRow side={only} menuOf={menuOf} />;
  return (
    <details className="group text-[13px] text-muted">
      <summary className="flex min-h-6 cursor-pointer items-center gap-2 px-3 py-0.5 hover:text-text">
        <span
          aria-hidden="true"
          className="w-9 shrink-0 text-center font-mono text-faint group-open:rotate-90"
        >
          ›
        </span>
        {asideSummary(lines)}
      </summary>
      {lines.map((line) => (
        <SideLineRow key={line.id} side={line} menuOf={menuOf} />
      ))}
    </details>
  );
}

function SideLineRow({ side, menuOf }: { readonly side: SideLine; readonly menuOf: MenuOf }) {
  if (side.kind === "status") return <StatusLine line={side.line} />;
  return (
    <MessageRow
      message={side.message}
      ownName={undefined}
      ownNick={undefined}
      menu={menuOf(side.message)}
    />
  );
}

function StatusLine({ line }: { readonly line: ChatStatus }) {
  return (
    <p className="flex items-start gap-2 py-0.5 pr-2 pl-3 text-[13px] leading-5 text-muted">
      <RowTime timestamp={line.timestamp} />
      <span className="min-w-0 break-words">{statusSentence(line)}</span>
    </p>
  );
}

function RowTime({ timestamp }: { readonly timestamp: string }) {
  return (
    <>
      <time
        dateTime={timestamp}
        title={formatDateAndTime(Date.parse(timestamp))}
        className="w-9 shrink-0 pt-px font-mono text-[12px] text-faint"
      >
        {formatChatTime(timestamp)}
      </time>
      <span className="sr-only">, </span>
    </>
  );
}

/** A message as plain text: styles are classes, and only http and https become links. */
function MessageText({ message }: { readonly message: Pick<ChatMessage, "message" | "runs"> }) {
  const { runs } = message;
  if (runs === null) return <LinkedText text={message.message} />;
  // Runs have no identity but their position, and never change.
  return runs.map((run, place) => <Run key={place} run={run} />);
}

function Run({ run }: { readonly run: ChatRun }) {
  const colours = runColours(run);
  const lines = [run.underline && "underline", run.strikethrough && "line-through"];
  const looks = [
    run.bold && "font-bold",
    run.italic && "italic",
    run.monospace && "font-mono",
    colours.backgroundColor !== undefined && "rounded-s px-0.5",
  ];
  return (
    <span
      className={looks.filter(Boolean).join(" ")}
      style={{ ...colours, textDecorationLine: lines.filter(Boolean).join(" ") || undefined }}
    >
      <LinkedText text={run.text} />
    </span>
  );
}

function LinkedText({ text }: { readonly text: string }) {
  return splitLinks(text).map((part, place) =>
    part.kind === "text" ? (
      part.text
    ) : (
      <a
        key={place}
        href={part.url}
        target="_blank"
        rel="noopener nofollow ugc"
        className="wrap-anywhere underline decoration-1 underline-offset-2"
      >
        {part.text}
      </a>
    ),
  );
}
