import type { DemoSong, PitchedLayer, SongSection } from "./demo-song.ts";
import { STEPS_PER_BAR } from "./song-timing.ts";
import { noteAtOrAbove, parseChord, parseNote, voiceChord, type Chord } from "./harmony.ts";

/** One bar of the written-out song. */
export interface Bar {
  readonly index: number;
  readonly barInSection: number;
  readonly section: SongSection;
  readonly chord: Chord;
}

/** A note in steps from the start of the song. */
interface ScoreNote {
  readonly step: number;
  readonly lengthSteps: number;
  readonly midiNote: number;
  readonly velocity: number;
  readonly brightness: number;
}

/** Writes the sections out, bar by bar. */
export function barsOf(song: DemoSong): readonly Bar[] {
  const bars: Bar[] = [];
  for (const section of song.sections) {
    const chords = section.chords.split(" ").map((name) => parseChord(name));
    for (let barInSection = 0; barInSection < section.bars; barInSection += 1) {
      const chord = chords[barInSection % chords.length];
      if (chord !== undefined) bars.push({ index: bars.length, barInSection, section, chord });
    }
  }
  return bars;
}

/** What the named layer plays, in the sections that have it; ordered by time. */
export function notesOf({
  bars,
  name,
  layer,
}: {
  readonly bars: readonly Bar[];
  readonly name: string;
  readonly layer: PitchedLayer;
}): readonly ScoreNote[] {
  const heard = bars.filter((bar) => bar.section.layers.includes(name));
  const { part } = layer;
  switch (part.kind) {
    case "chords":
      return heard
        .filter((bar) => bar.barInSection % part.everyBars === 0)
        .flatMap((bar) =>
          voiceChord(bar.chord, part.lowestNote).map((midiNote) =>
            toNote(bar, { step: 0, lengthSteps: STEPS_PER_BAR * part.everyBars, midiNote }),
          ),
        );
    case "bass":
      return heard.flatMap((bar) =>
        patternOf(part.pattern, bar).map(({ symbol, ...place }) =>
          toNote(bar, { ...place, midiNote: bassNote(bar.chord, symbol, part.lowestNote) }),
        ),
      );
    case "arpeggio":
      return heard.flatMap((bar) => {
        const tones = voiceChord(bar.chord, part.lowestNote);
        return patternOf(part.pattern, bar).map(({ symbol, ...place }) =>
          toNote(bar, { ...place, midiNote: ladderNote(tones, Number(symbol)) }),
        );
      });
    case "melody":
      return heard
        .filter((bar) => bar.barInSection === 0)
        .flatMap((bar) => melodyOf(part.notes, bar));
    default:
      return part satisfies never;
  }
}

interface PlacedSymbol {
  readonly symbol: string;
  readonly step: number;
  readonly lengthSteps: number;
}

function patternOf(pattern: string, bar: Bar): readonly PlacedSymbol[] {
  const symbolAt = (step: number): string =>
    pattern[(bar.barInSection * STEPS_PER_BAR + step) % pattern.length] ?? ".";
  const placed: PlacedSymbol[] = [];
  for (let step = 0; step < STEPS_PER_BAR; step += 1) {
    const symbol = symbolAt(step);
    if (symbol === "." || symbol === "-") continue;
    let lengthSteps = 1;
    while (step + lengthSteps < STEPS_PER_BAR && symbolAt(step + lengthSteps) === "-")
      lengthSteps += 1;
    placed.push({ symbol, step, lengthSteps });
  }
  return placed;
}

function toNote(
  bar: Bar,
  place: { readonly step: number; readonly lengthSteps: number; readonly midiNote: number },
): ScoreNote {
  return {
    step: bar.index * STEPS_PER_BAR + place.step,
    lengthSteps: place.lengthSteps,
    midiNote: place.midiNote,
    // The beat is a little stronger than the steps between, so that sequences don't sound typed.
    velocity: place.step % 4 === 0 ? 0.9 : place.step % 2 === 0 ? 0.78 : 0.7,
    // Filters open over a section, like a slow hand on the cutoff knob.
    brightness: 0.7 + (0.6 * bar.barInSection) / Math.max(4, bar.section.bars),
  };
}

function bassNote(chord: Chord, symbol: string, lowestNote: number): number {
  const root = noteAtOrAbove(chord.root, lowestNote);
  switch (symbol) {
    case "r":
      return root;
    case "o":
      return root + 12;
    case "f":
      return root + 7;
    case "t":
      return root + (chord.intervals[1] ?? 0);
    default:
      throw new Error(`unknown bass symbol ${symbol}`);
  }
}

function ladderNote(tones: readonly number[], rung: number): number {
  const octave = Math.floor(rung / tones.length);
  return (tones[rung % tones.length] ?? 0) + 12 * octave;
}

function melodyOf(notes: string, firstBar: Bar): readonly ScoreNote[] {
  const sectionSteps = firstBar.section.bars * STEPS_PER_BAR;
  const written = notes.split(/\s+/).map((word) => word.split("/"));
  const score: ScoreNote[] = [];
  let step = 0;
  while (step < sectionSteps) {
    for (const [name, length] of written) {
      const lengthSteps = Number(length);
      if (!(lengthSteps > 0)) throw new Error(`melody note without length: ${name}`);
      if (name !== undefined && name !== "-" && step < sectionSteps)
        score.push({
          step: firstBar.index * STEPS_PER_BAR + step,
          lengthSteps: Math.min(lengthSteps, sectionSteps - step),
          midiNote: parseNote(name),
          velocity: 0.85,
          brightness: 1,
        });
      step += lengthSteps;
    }
  }
  return score;
}
