import { Copy } from "lucide-react";
import { useShortcut } from "../../frame/use-shortcut.ts";
import { useCopyNowPlaying } from "./copy-now-playing.ts";

/** Copies the current title, for sharing. */
export function CopyButton() {
  const copy = useCopyNowPlaying();
  useShortcut("n", () => copy?.());
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Copy what is playing"
      title="Copy what is playing"
      disabled={copy === undefined}
      onClick={copy}
    >
      <Copy size={18} aria-hidden="true" />
    </button>
  );
}
