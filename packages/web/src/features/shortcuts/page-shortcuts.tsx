import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { usePlayer } from "../player/player-context.ts";
import { useShortcut } from "./use-shortcut.ts";

const VOLUME_STEP = 5;

const ShortcutSheet = lazy(async () => {
  const { ShortcutSheet: sheet } = await import("./shortcut-sheet.tsx");
  return { default: sheet };
});

/** The keys that work on every page. Space is about this browser, so that no slip of a finger stops the station. */
export function PageShortcuts() {
  const player = usePlayer();
  const [, goTo] = useLocation();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const turn = (by: number) =>
    player.setVolume(Math.max(0, Math.min(100, player.state.volume + by)));
  useShortcut(" ", () => {
    const { status } = player.state.playback;
    if (status === "idle" || status === "blocked") player.listen();
    else player.stop();
  });
  useShortcut("m", () => player.toggleMuted());
  useShortcut("arrowup", () => turn(VOLUME_STEP));
  useShortcut("arrowdown", () => turn(-VOLUME_STEP));
  useShortcut("/", () => goTo("/library"));
  useShortcut("?", () => setIsSheetOpen(true));
  return (
    isSheetOpen && (
      <Suspense>
        <ShortcutSheet onClose={() => setIsSheetOpen(false)} />
      </Suspense>
    )
  );
}
