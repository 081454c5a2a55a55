import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { useClearChat } from "./chat-data.ts";

/** Removes all messages after confirmation. */
export function ClearButton() {
  const clear = useClearChat();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="text-button"
        disabled={clear.isPending}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 size={15} aria-hidden="true" />
        Clear
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Clear the chat?"
          text="This removes all messages from every browser. IRC keeps its own copy."
          action="Clear Chat"
          onConfirm={() => clear.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
