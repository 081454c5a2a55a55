import { ArrowUp } from "lucide-react";
import { ErrorRow } from "../../ui/panel-state.tsx";
import type { OlderLines } from "./older-lines-data.ts";

/** The row above the first message. @param onLoad loads older messages */
export function OlderLinesRow({
  status,
  onLoad,
}: {
  readonly status: OlderLines["status"];
  readonly onLoad: () => void;
}) {
  switch (status) {
    case "none":
      return null;
    case "failed":
      return <ErrorRow text="Older messages could not be loaded" onRetry={onLoad} />;
    case "more":
      return (
        <p className="flex min-h-10 items-center justify-center">
          <button type="button" className="button button-small" onClick={onLoad}>
            <ArrowUp size={15} aria-hidden="true" />
            Older messages
          </button>
        </p>
      );
    case "loading":
      return <output className={sentence}>Loading older messages</output>;
    case "all":
      return <p className={sentence}>This is where the chat begins</p>;
    case "too-many":
      return <p className={sentence}>Older messages are not shown here</p>;
    default:
      return status satisfies never;
  }
}

const sentence = "flex min-h-10 items-center justify-center text-[13px] text-muted";
