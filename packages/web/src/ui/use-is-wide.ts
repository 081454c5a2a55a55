import { useSyncExternalStore } from "react";

/** From this width the sidebar fits, and panels fit side by side: Tailwind's `lg`. */
const wideLayout = matchMedia("(width >= 64rem)");

/** Whether the page has its desktop layout. Parts of the other layout are not rendered. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}

export function isWide(): boolean {
  return wideLayout.matches;
}

function subscribe(subscriber: () => void): () => void {
  wideLayout.addEventListener("change", subscriber);
  return () => wideLayout.removeEventListener("change", subscriber);
}
