import { formatExtensions, formatNames, musicFormats, type MusicFormat } from "@neonrelay/contract";

const formatOf: ReadonlyMap<string, MusicFormat> = new Map(
  musicFormats.flatMap((format) => formatExtensions[format].map((each) => [each, format])),
);

/** Extensions of sound that the station can't play, and what they are. */
const unplayable: ReadonlyMap<string, string> = new Map([
  [".mid", "MIDI"],
  [".midi", "MIDI"],
  [".kar", "MIDI"],
  [".mod", "tracker module"],
  [".s3m", "tracker module"],
  [".xm", "tracker module"],
  [".ra", "RealAudio"],
  [".rm", "RealAudio"],
  [".amr", "AMR"],
  [".au", "AU"],
  [".snd", "AU"],
  [".tak", "TAK"],
  [".shn", "Shorten"],
  [".ofr", "OptimFROG"],
  [".voc", "VOC"],
  [".spx", "Speex"],
]);
/** Copy-protected. */
const locked: ReadonlySet<string> = new Set([".m4p", ".aax", ".aa"]);

/** Extensions of playable music, with the dot. */
export const audioExtensions: ReadonlySet<string> = new Set(formatOf.keys());

/** Whether a file name looks like sound, playable or not; only its content is decisive. */
export function isSoundName(name: string): boolean {
  const extension = extensionOf(name);
  return formatOf.has(extension) || unplayable.has(extension) || locked.has(extension);
}

/**
 * Why a file is skipped for its format, before its sound is read.
 * @param leftOut formats that operators disabled
 * @returns null when it should be read
 */
export function refuseFormat(filePath: string, leftOut: readonly MusicFormat[]): string | null {
  const extension = extensionOf(filePath);
  const format = formatOf.get(extension);
  if (format !== undefined)
    return leftOut.includes(format)
      ? `${formatNames[format]} files are left out: switch them on in Settings, Streaming, Music formats`
      : null;
  const name = unplayable.get(extension);
  if (name !== undefined)
    return `The station can't play ${name} files: convert it to FLAC or MP3, or leave it out`;
  return locked.has(extension)
    ? "The file is copy-protected: put one without protection in its place"
    : null;
}

/** Whether a file was refused only for its format, which is enabled now. */
export function isReadAgain(
  { path: filePath, reason }: { readonly path: string; readonly reason: string },
  leftOut: readonly MusicFormat[],
): boolean {
  return (
    reason === refuseFormat(filePath, musicFormats) && refuseFormat(filePath, leftOut) === null
  );
}

function extensionOf(filePath: string): string {
  const name = filePath.slice(filePath.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}
