import { useEffect } from "react";

/** Asks before closing the window during an upload. */
export function useLeaveGuard(isBusy: boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isBusy) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
}
