import { useToasts } from "./toast-store.ts";

/** Copies text and confirms it, or reports that the browser refused. @param shown what the toast says was copied */
export function useCopy(): (text: string, shown?: string) => void {
  const toasts = useToasts();
  return (text, shown = text) => {
    copyText(text).then(
      () => toasts.show({ tone: "success", title: "Copied", text: shown, durationMs: 3000 }),
      () =>
        toasts.show({
          tone: "error",
          title: "Error",
          text: "The browser does not allow copying",
          durationMs: 5000,
        }),
    );
  };
}

/**
 * Copies text to the clipboard, even on a page without https, where browsers offer only the older way.
 * @throws if neither is allowed
 */
async function copyText(text: string): Promise<void> {
  // Absent on insecure pages, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard !== undefined) {
    await clipboard.writeText(text);
    return;
  }
  const copyThis = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", copyThis, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", copyThis);
  if (!isCopied) throw new Error("the browser did not copy");
}
