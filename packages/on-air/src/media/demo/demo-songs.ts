import path from "node:path";
import { DEMO_JINGLES_FOLDER } from "../media-jobs.ts";
import type { DemoSong } from "./demo-song.ts";
import { analogueTide } from "./songs/analogue-tide.ts";
import { ironDistrict } from "./songs/iron-district.ts";
import { neonSweep, signalLock } from "./songs/jingles.ts";
import { lastTrainHome } from "./songs/last-train-home.ts";
import { midnightUplink } from "./songs/midnight-uplink.ts";
import { pixelOverdrive } from "./songs/pixel-overdrive.ts";
import { polaroidSummer } from "./songs/polaroid-summer.ts";

/** The album of a new station, in order. */
const demoSongs: readonly DemoSong[] = [
  midnightUplink,
  polaroidSummer,
  ironDistrict,
  analogueTide,
  pixelOverdrive,
  lastTrainHome,
];

/** Played between the songs. */
const demoJingles: readonly DemoSong[] = [signalLock, neonSweep];

/** A file of the demo, and its tags. */
export interface DemoPiece {
  readonly song: DemoSong;
  /** Relative to the demo folder. */
  readonly file: string;
  readonly album: string;
  readonly genre: string;
  readonly trackNumber: number;
  readonly trackCount: number;
}

const songPieces = demoSongs.map((song, index): DemoPiece => {
  const trackNumber = index + 1;
  return {
    song,
    file: `${String(trackNumber).padStart(2, "0")} ${song.title}.mp3`,
    album: "Signal in the Dark",
    genre: "Synthwave",
    trackNumber,
    trackCount: demoSongs.length,
  };
});

const jinglePieces = demoJingles.map((song, index): DemoPiece => {
  return {
    song,
    file: path.join(DEMO_JINGLES_FOLDER, `${song.title}.mp3`),
    album: "Idents",
    genre: "Jingle",
    trackNumber: index + 1,
    trackCount: demoJingles.length,
  };
});

/** In the order they are made: jingles are short, so they come as soon as something is on air. */
export const demoPieces: readonly DemoPiece[] = [
  ...songPieces.slice(0, 1),
  ...jinglePieces,
  ...songPieces.slice(1),
];
