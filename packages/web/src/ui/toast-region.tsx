import { X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { type Toast, useToasts } from "./toast-store.ts";

/** Two live regions that are always in the page, so that screen readers announce what appears in them. */
export function ToastRegion() {
  const toasts = useToasts();
  const toast = useSyncExternalStore(toasts.subscribe, () => toasts.toast);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (element === null || typeof element.showPopover !== "function") return undefined;
    // The region stays open so that screen readers know it. Reopening lifts it above a dialog.
    const raise = () => {
      element.style.setProperty("--toast-top", `${topInTheClear()}px`);
      element.hidePopover();
      element.showPopover();
    };
    // There is nothing to place yet, and measuring would force a layout of the new page.
    element.showPopover();
    return toasts.subscribe(raise);
  }, [toasts]);
  const dismiss = () => toasts.dismiss();
  return (
    <div ref={region} popover="manual" className="toast-region">
      <output className="block" aria-live="polite" aria-atomic="true">
        {toast !== undefined && toast.tone !== "error" && (
          <ToastCard toast={toast} onDismiss={dismiss} />
        )}
      </output>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.tone === "error" && <ToastCard toast={toast} onDismiss={dismiss} />}
      </div>
    </div>
  );
}

/** Below a phone's header. */
const TOP_PX = 60;
/** Most toasts are no higher. */
const TOAST_PX = 96;
const GAP_PX = 8;

/** Where a toast at the top begins, to cover no tabs and nothing marked to be kept clear. */
function topInTheClear(): number {
  return [...document.querySelectorAll('[role="tablist"], [data-keep-clear]')]
    .map((element) => element.getBoundingClientRect())
    .reduce(
      (top, covered) =>
        covered.top < top + TOAST_PX && covered.bottom > top ? covered.bottom + GAP_PX : top,
      TOP_PX,
    );
}

const edges = {
  success: "border-l-accent-edge",
  neutral: "border-l-control",
  error: "border-l-danger",
} as const;

function ToastCard({
  toast,
  onDismiss,
}: {
  readonly toast: Toast;
  readonly onDismiss: () => void;
}) {
  const { action } = toast;
  return (
    <div
      key={toast.id}
      className={`toast-card flex items-start gap-3 rounded-m border border-l-4 border-line bg-raised py-3 pr-2 pl-4 ${edges[toast.tone]}`}
    >
      <div className="min-w-0 flex-1">
        <p className="font-display text-[15px] font-semibold">{toast.title}</p>
        {toast.text !== undefined && <p className="text-[13px] text-muted">{toast.text}</p>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.name}
        </button>
      )}
      <button type="button" className="icon-button size-8" aria-label="Dismiss" onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
