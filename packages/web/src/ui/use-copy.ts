import { copyText } from "../browser/copy-text.ts";
import { useToasts } from "./toast-context.ts";

/** Copies a text and confirms it, or says that the browser does not allow it. */
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
