import { createContext, use } from "react";

/** What can lie above every page; one at a time. */
export type Overlay = "palette" | "shortcuts" | "history" | "sign-in" | "admin";

export const OverlayContext = createContext<(overlay: Overlay | undefined) => void>(() => {});

/** Opens one of them instead of what is open, or closes it. */
export function useShowOverlay(): (overlay: Overlay | undefined) => void {
  return use(OverlayContext);
}
