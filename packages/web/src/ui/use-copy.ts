import { copyText } from "../browser/copy-text.ts";
import { useToasts } from "./toast-context.ts";

/** Copies text and confirms it, or reports that the browser refused. */
export function useCopy(): (text: string) => void {
  const toasts = useToasts();
  return (text) => {
    copyText(text).then(
      () => toasts.show({ tone: "success", title: "Copied", text, durationMs: 3000 }),
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
