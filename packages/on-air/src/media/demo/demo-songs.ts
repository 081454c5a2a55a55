import type { DemoSong } from "./demo-song.ts";
import { analogueTide } from "./songs/analogue-tide.ts";
import { ironDistrict } from "./songs/iron-district.ts";
import { lastTrainHome } from "./songs/last-train-home.ts";
import { midnightUplink } from "./songs/midnight-uplink.ts";
import { pixelOverdrive } from "./songs/pixel-overdrive.ts";
import { polaroidSummer } from "./songs/polaroid-summer.ts";

/** The album a new station begins with, in its order; the first is rendered first. */
export const demoSongs: readonly DemoSong[] = [
  midnightUplink,
  polaroidSummer,
  ironDistrict,
  analogueTide,
  pixelOverdrive,
  lastTrainHome,
];

/** @param trackNumber from 1 */
export function demoFileName({ title }: DemoSong, trackNumber: number): string {
  return `${String(trackNumber).padStart(2, "0")} ${title}.mp3`;
}

export const DEMO_ALBUM = "Signal in the Dark";
export const DEMO_GENRE = "Synthwave";
