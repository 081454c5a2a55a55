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

/** One action in the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Shown after the label, and searched. */
  readonly note?: string;
  /** More search words. */
  readonly words?: string;
  /** The shortcut for the same action. */
  readonly keys?: string;
  readonly icon: LucideIcon;
  /** Confirmation before the action. */
  readonly question?: { readonly title: string; readonly text: string; readonly action: string };
  readonly run: () => void;
}
