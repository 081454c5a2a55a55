import {
  MAX_FADE_MS,
  SHORTEST_HEARD_MS,
  type CueSheet,
  type TrackCues,
} from "@neonrelay/contract/callers";

/** The movable handles of the waveform. */
export const handles = ["cueIn", "fadeIn", "startNext", "fadeOut", "cueOut"] as const;
export type Handle = (typeof handles)[number];

/** Position of each handle, in ms of the file. */
export type Places = Readonly<Record<Handle, number>>;

/** Default overlap of tracks. */
const CROSSFADE_MS = 4000;

export const noCues: TrackCues = {
  cueInMs: null,
  cueOutMs: null,
  startNextMs: null,
  fadeInMs: null,
  fadeOutMs: null,
  gainDb: null,
};

/** Every position: as set, else as measured. */
export function placesOf(
  { durationMs, measured }: Pick<CueSheet, "durationMs" | "measured">,
  cues: TrackCues,
): Places {
  const cueIn = cues.cueInMs ?? measured?.cueInMs ?? 0;
  const cueOut = cues.cueOutMs ?? measured?.cueOutMs ?? durationMs;
  const found = measured?.startNextMs ?? null;
  const isFoundInside = found !== null && found <= cueOut && found > cueIn;
  const startNext =
    cues.startNextMs ?? (isFoundInside ? found : Math.max(cueIn, cueOut - CROSSFADE_MS));
  return {
    cueIn,
    fadeIn: cueIn + (cues.fadeInMs ?? 0),
    startNext,
    fadeOut: cueOut - (cues.fadeOutMs ?? 0),
    cueOut,
  };
}

/** The limits of a handle that keep all handles in order. */
export function limitsOf(
  sheet: Pick<CueSheet, "durationMs" | "measured">,
  cues: TrackCues,
  handle: Handle,
): { readonly lowestMs: number; readonly highestMs: number } {
  const at = placesOf(sheet, cues);
  switch (handle) {
    case "cueIn": {
      const fades = (cues.fadeInMs ?? 0) + (cues.fadeOutMs ?? 0);
      const last = at.cueOut - Math.max(SHORTEST_HEARD_MS, fades);
      const beforeNext = cues.startNextMs === null ? last : Math.min(last, at.startNext - 1);
      return { lowestMs: 0, highestMs: Math.max(0, beforeNext) };
    }
    case "cueOut": {
      const fades = (cues.fadeInMs ?? 0) + (cues.fadeOutMs ?? 0);
      const first = at.cueIn + Math.max(SHORTEST_HEARD_MS, fades);
      const afterNext = cues.startNextMs === null ? first : Math.max(first, at.startNext);
      return { lowestMs: Math.min(afterNext, sheet.durationMs), highestMs: sheet.durationMs };
    }
    case "startNext":
      return { lowestMs: at.cueIn + 1, highestMs: at.cueOut };
    case "fadeIn":
      return {
        lowestMs: at.cueIn,
        highestMs: Math.min(at.cueIn + MAX_FADE_MS, at.fadeOut),
      };
    case "fadeOut":
      return {
        lowestMs: Math.max(at.cueOut - MAX_FADE_MS, at.fadeIn),
        highestMs: at.cueOut,
      };
    default:
      return handle satisfies never;
  }
}

/** Moves a handle as near to `toMs` as its limits allow. */
export function moveHandle(
  sheet: Pick<CueSheet, "durationMs" | "measured">,
  cues: TrackCues,
  { handle, toMs }: { readonly handle: Handle; readonly toMs: number },
): TrackCues {
  const { lowestMs, highestMs } = limitsOf(sheet, cues, handle);
  const ms = Math.round(Math.max(lowestMs, Math.min(highestMs, toMs)));
  const at = placesOf(sheet, cues);
  switch (handle) {
    case "cueIn":
      return { ...cues, cueInMs: ms };
    case "cueOut":
      return { ...cues, cueOutMs: ms };
    case "startNext":
      return { ...cues, startNextMs: ms };
    case "fadeIn":
      return { ...cues, fadeInMs: Math.round(ms - at.cueIn) };
    case "fadeOut":
      return { ...cues, fadeOutMs: Math.round(at.cueOut - ms) };
    default:
      return handle satisfies never;
  }
}

/** Clears a handle's own setting. */
export function resetHandle(cues: TrackCues, handle: Handle): TrackCues {
  return { ...cues, [`${handle}Ms`]: null };
}

export function isSet(cues: TrackCues, handle: Handle): boolean {
  return cues[`${handle}Ms`] !== null;
}

export function isSameCues(first: TrackCues, second: TrackCues): boolean {
  return (
    handles.every((handle) => first[`${handle}Ms`] === second[`${handle}Ms`]) &&
    first.gainDb === second.gainDb
  );
}

/** '3:07.25', to the hundredth of a second. */
export function placeText(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const minutes = Math.floor(hundredths / 6000);
  const seconds = ((hundredths % 6000) / 100).toFixed(2).padStart(5, "0");
  return `${minutes}:${seconds}`;
}

/** Parses '3:07.25' or '187.25'; undefined if it isn't a time. */
export function parsePlace(text: string): number | undefined {
  const match = /^(?:(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (match === null) return undefined;
  const [, minutes, seconds = ""] = match;
  return Math.round((Number(minutes ?? 0) * 60 + Number(seconds.replace(",", "."))) * 1000);
}
