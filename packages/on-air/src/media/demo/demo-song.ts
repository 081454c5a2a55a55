import type { CoverDesign } from "./demo-cover.ts";
import type { DrumName } from "./drum-sounds.ts";
import type { VoicePatch } from "./synth-voice.ts";

/** How a layer sits in the mix. */
export interface MixSettings {
  readonly gain: number;
  /** 0 to 1: how far the layer dips under each kick. */
  readonly pumping: number;
  readonly reverbSend: number;
  readonly delaySend: number;
  /** Depth of the stereo chorus; 0 for none. */
  readonly chorusMs: number;
}

/** What a pitched layer plays in each bar. All patterns have 16 steps a bar and may be shorter: they repeat. */
type PitchedPart =
  /** The chord of the bar, held. */
  | { readonly kind: "chords"; readonly lowestNote: number; readonly everyBars: number }
  /** `r` root, `f` fifth, `o` octave, `t` third, `-` holds, `.` rest. */
  | { readonly kind: "bass"; readonly lowestNote: number; readonly pattern: string }
  /** Digits are chord tones from the bottom, continuing into higher octaves; `-` holds, `.` rest. */
  | { readonly kind: "arpeggio"; readonly lowestNote: number; readonly pattern: string }
  /** Notes with their length in steps, `A4/4 C5/2 -/2`; `-` is a rest. Repeats to fill its section. */
  | { readonly kind: "melody"; readonly notes: string };

export interface PitchedLayer {
  readonly patch: VoicePatch;
  readonly part: PitchedPart;
  readonly mix: MixSettings;
}

/** One drum and its hits: `X` strong, `x` normal, `o` soft, `.` rest; 16 steps a bar, repeated. */
export interface DrumLayer {
  readonly drum: DrumName;
  readonly pattern: string;
  readonly mix: MixSettings;
}

export interface SongSection {
  readonly bars: number;
  /** One chord a bar, repeated: `Am F C G`. */
  readonly chords: string;
  /** Names of the audible layers. */
  readonly layers: readonly string[];
}

/** A demo track: its tags, its music and its cover. */
export interface DemoSong {
  readonly title: string;
  readonly artist: string;
  readonly year: number;
  readonly beatsPerMinute: number;
  readonly seed: number;
  /** 0 to 1: how long the reverb rings. */
  readonly reverbSize: number;
  /** Delay of one echo, in sixteenth steps. */
  readonly echoSteps: number;
  readonly pitched: Readonly<Record<string, PitchedLayer>>;
  readonly drums: Readonly<Record<string, DrumLayer>>;
  readonly sections: readonly SongSection[];
  readonly cover: CoverDesign;
}
