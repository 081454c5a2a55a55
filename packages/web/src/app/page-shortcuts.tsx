import { useLocation } from "wouter";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { searchFocus } from "../features/library/search-focus.ts";
import { usePlayer } from "../features/player/player-context.ts";
import { usePaletteKey, useShortcut } from "../frame/use-shortcut.ts";
import { listens } from "../features/player/playback-machine.ts";

const VOLUME_STEP = 5;

/** The keys that work on every page. Space affects this browser only, so it can't stop the station by accident. */
export function PageShortcuts() {
  const player = usePlayer();
  const showOverlay = useShowOverlay();
  const [, goTo] = useLocation();
  useShortcut(" ", () => {
    if (listens(player.state.playback)) player.stop();
    else player.listen();
  });
  useShortcut("m", () => player.toggleMuted());
  useShortcut("arrowup", () => player.turnVolume(VOLUME_STEP));
  useShortcut("arrowdown", () => player.turnVolume(-VOLUME_STEP));
  useShortcut("/", () => {
    const { pathname, search } = window.location;
    if (pathname === "/library")
      goTo(`${pathname}${search}`, { replace: true, state: searchFocus() });
    else goTo("/library", { state: searchFocus() });
  });
  useShortcut("?", () => showOverlay("shortcuts"));
  useShortcut("h", () => showOverlay("history"));
  usePaletteKey(() => showOverlay("palette"));
  return null;
}
