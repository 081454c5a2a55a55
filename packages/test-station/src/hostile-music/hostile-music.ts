import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { cutSounds, mutatedSounds } from "./damaged-sounds.ts";
import { endlessOgg } from "./endless-ogg.ts";
import { heavyTags } from "./heavy-tags.ts";
import type { HostileFile } from "./hostile-file.ts";
import { hugePictures } from "./huge-pictures.ts";
import { lyingLengths } from "./lying-lengths.ts";
import { polyglots } from "./polyglots.ts";
import { makeSounds } from "./source-sounds.ts";
import { makeTrickyFolders } from "./tricky-folders.ts";
import { trickyNames } from "./tricky-names.ts";
import { zipBombs } from "./zip-bombs.ts";

/** `all` takes minutes to read; `some` takes seconds and still has one of each kind. */
export type HostileAmount = "all" | "some";

const SHORT_SECONDS = 2;
/** Some hundred KiB of each kind, to be truncated. */
const LONG_SECONDS = 6;
const amounts = {
  all: { mutated: 600, everyCut: 1 },
  some: { mutated: 6, everyCut: 24 },
} as const;

/** Hostile files on their own, as one might upload them. The same seed gives the same files. */
export async function listHostileMusic({
  seed,
  amount,
}: {
  readonly seed: number;
  readonly amount: HostileAmount;
}): Promise<readonly HostileFile[]> {
  const sounds = await makeSounds({ seed, seconds: SHORT_SECONDS });
  const cuts = cutSounds(await makeSounds({ seed, seconds: LONG_SECONDS }));
  const { mutated, everyCut } = amounts[amount];
  return [
    ...polyglots(sounds),
    ...zipBombs(sounds),
    ...hugePictures(sounds),
    ...lyingLengths(sounds),
    ...endlessOgg(sounds),
    ...heavyTags(sounds),
    ...trickyNames(sounds),
    ...cuts.filter((_cut, index) => index % everyCut === 0),
    ...mutatedSounds(sounds, { count: mutated, seed }),
  ];
}

/**
 * Writes them into a folder, along with folders and links that are traps. All together take 250 MB.
 * @returns the files written, in no particular order
 */
export async function writeHostileMusic(
  folder: string,
  options: Parameters<typeof listHostileMusic>[0],
): Promise<readonly HostileFile[]> {
  await mkdir(folder, { recursive: true });
  const files = await listHostileMusic(options);
  for (const { name, make } of files) await writeFile(path.join(folder, name), make());
  await makeTrickyFolders(folder);
  return files;
}
