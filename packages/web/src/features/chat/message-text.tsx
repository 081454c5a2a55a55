import type { ChatMessage, ChatRun } from "@neonrelay/contract/callers";
import { splitLinks } from "./link-rules.ts";
import { runColours } from "./run-colours.ts";

/** A message as plain text: styles are classes, and only http and https become links. */
export function MessageText({
  message,
}: {
  readonly message: Pick<ChatMessage, "message" | "runs">;
}) {
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

export function LinkedText({ text }: { readonly text: string }) {
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
