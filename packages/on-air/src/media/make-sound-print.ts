import { DecodeError } from "../audio/decode-error.ts";
import { openDecoder } from "../audio/decoder.ts";
import { SoundPrinter } from "../audio/sound-printer.ts";

/**
 * Decodes as much of a file as its sound print needs.
 * @returns null when there is too little sound, or no Chromaprint
 * @throws DecodeError when the file can't be opened
 */
export function makeSoundPrint(filePath: string): Buffer | null {
  const printer = SoundPrinter.open();
  if (printer === null) return null;
  try {
    const decoder = openDecoder(filePath);
    try {
      for (let piece = decoder.read(); piece !== undefined; piece = decoder.read()) {
        printer.add(piece);
        if (printer.isFull) break;
      }
    } catch (error) {
      // The track ends there, as it does on air.
      if (!(error instanceof DecodeError)) throw error;
    } finally {
      decoder.close();
    }
    return printer.finish();
  } finally {
    printer.close();
  }
}
