import { useSyncExternalStore } from "react";

/** Whether an element is full screen, and how to toggle that. */
export function useFullScreen(element: { readonly current: HTMLElement | null }) {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === element.current,
  );
  const toggle = () => {
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch((error: unknown) => console.warn("no full screen", error));
  };
  return { isFull, isPossible: document.fullscreenEnabled, toggle };
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}
