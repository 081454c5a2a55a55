import { createContext, use } from "react";

/** Overlays that can open above every page; one at a time. */
export type Overlay = "palette" | "shortcuts" | "history" | "sign-in" | "admin" | "more";

export const OverlayContext = createContext<(overlay: Overlay | undefined) => void>(() => {});

/** Opens an overlay in place of the current one, or closes it. */
export function useShowOverlay(): (overlay: Overlay | undefined) => void {
  return use(OverlayContext);
}
