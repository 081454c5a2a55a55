import { useSyncExternalStore } from "react";

/** From here on there is room for the sidebar, and for panels beside each other: Tailwind's `lg`. */
const wideLayout = matchMedia("(width >= 64rem)");

/** Whether the page is laid out for a desktop; what only the other layout shows is not rendered. */
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
