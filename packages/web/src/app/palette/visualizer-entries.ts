import { AudioLines, Maximize, Pause, Play } from "lucide-react";
import { useLocation } from "wouter";
import { chooseMode, visualizerModes } from "../../features/visualizer/visualizer-mode.ts";
import { areVisualsMoving, moveVisuals } from "../../features/visualizer/visuals-setting.ts";
import type { PaletteEntry } from "./palette-entry.ts";

/** All visualizers, and whether they move. Choosing one on another page opens the dashboard. */
export function useVisualizerEntries(): readonly PaletteEntry[] {
  const [path, goTo] = useLocation();
  const group = "Visualizer";
  const isMoving = areVisualsMoving();
  const panel = document.querySelector("[data-visualizer]");
  const fullScreen = {
    id: "full-screen",
    group,
    label: "Visualizer in full screen",
    keys: "F",
    icon: Maximize,
    run: () => {
      panel?.requestFullscreen().catch((error: unknown) => console.warn("no full screen", error));
    },
  } as const;
  return [
    ...visualizerModes.map(
      ({ name, label }) =>
        ({
          id: `visualizer-${name}`,
          group,
          label,
          words: "picture",
          icon: AudioLines,
          run: () => {
            chooseMode(name);
            if (path !== "/") goTo("/");
          },
        }) as const,
    ),
    {
      id: "visuals",
      group,
      label: isMoving ? "Pause visuals" : "Resume visuals",
      icon: isMoving ? Pause : Play,
      run: () => moveVisuals(!isMoving),
    },
    ...(panel === null || !document.fullscreenEnabled ? [] : [fullScreen]),
  ];
}
