import type { LucideIcon } from "lucide-react";

export const paletteGroups = [
  "Player",
  "Go to",
  "Queue",
  "Station",
  "Visualizer",
  "Bot commands",
  "Account",
  "Library",
] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

/** One thing that can be done from the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Said behind the label, and found by. */
  readonly note?: string;
  /** Other words it is found by. */
  readonly words?: string;
  /** The key that does the same without the palette. */
  readonly keys?: string;
  readonly icon: LucideIcon;
  /** Asked before it is done. */
  readonly question?: { readonly title: string; readonly text: string; readonly action: string };
  readonly run: () => void;
}
