import { soundKinds, type HostileFile, type SoundKind, type Sounds } from "./hostile-file.ts";
import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";

const CUT_BYTES = 64 * 1024;
/** A smaller file has no room for more damage. */
const LEAST_BYTES = 64;

/** Each kind of sound, truncated at every 64 KiB. */
export function cutSounds(sounds: Sounds): readonly HostileFile[] {
  return soundKinds.flatMap((kind) =>
    Array.from({ length: Math.floor(sounds[kind].length / CUT_BYTES) }, (_, index): HostileFile => {
      const length = (index + 1) * CUT_BYTES;
      return {
        name: `cut-${String(index + 1).padStart(2, "0")}.${kind}`,
        expected: "either",
        make: () => sounds[kind].subarray(0, length),
      };
    }),
  );
}

/** All kinds of sounds with random damage, concentrated at the start, where the headers are. */
export function mutatedSounds(
  sounds: Sounds,
  { count, seed }: { readonly count: number; readonly seed: number },
): readonly HostileFile[] {
  return Array.from({ length: count }, (_, index): HostileFile => {
    const kind: SoundKind = soundKinds[index % soundKinds.length] ?? "mp3";
    return {
      name: `mutated-${String(index).padStart(3, "0")}.${kind}`,
      expected: "either",
      make: () => mutate(sounds[kind], createSeededRandom(seed * 10_000 + index)),
    };
  });
}

type Damage = (file: Buffer, random: SeededRandom) => Buffer;

/** Position of damage: half of it within the first 4 KiB. */
function placeIn(file: Buffer, random: SeededRandom): number {
  return random.below(random.below(2) === 0 ? Math.min(4096, file.length) : file.length);
}

const damages: readonly Damage[] = [
  // Flips single bits and bytes.
  (file, random) => {
    for (let left = 1 + random.below(40); left > 0; left -= 1) {
      const at = placeIn(file, random);
      file.writeUInt8(file.readUInt8(at) ^ (1 << random.below(8)), at);
    }
    return file;
  },
  (file, random) => {
    for (let left = 1 + random.below(200); left > 0; left -= 1)
      file.writeUInt8(random.below(256), placeIn(file, random));
    return file;
  },
  // Sets numbers to the ends of their ranges.
  (file, random) => {
    const numbers = [0, 1, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff, 0xff_ff, 0xff_00_00_00];
    for (let left = 1 + random.below(8); left > 0; left -= 1) {
      const at = Math.min(placeIn(file, random), file.length - 4);
      file.writeUInt32BE(numbers[random.below(numbers.length)] ?? 0, at);
    }
    return file;
  },
  // Removes, repeats, blanks or randomises a piece.
  (file, random) => {
    const at = placeIn(file, random);
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + random.below(5000))]);
  },
  (file, random) => {
    const at = placeIn(file, random);
    const piece = file.subarray(at, at + 1 + random.below(5000));
    return Buffer.concat([file.subarray(0, at), piece, file.subarray(at)]);
  },
  (file, random) => {
    const at = placeIn(file, random);
    return file.fill(
      random.below(2) === 0 ? 0 : 0xff,
      at,
      Math.min(file.length, at + 1 + random.below(5000)),
    );
  },
  (file, random) => {
    const at = placeIn(file, random);
    file.set(random.bytes(Math.min(1 + random.below(2000), file.length - at)), at);
    return file;
  },
  // Swaps two pieces.
  (file, random) => {
    const [one = 0, other = 0] = [random.below(file.length), random.below(file.length)].sort(
      (a, b) => a - b,
    );
    const middle = Math.floor((one + other) / 2);
    return Buffer.concat([
      file.subarray(0, one),
      file.subarray(middle, other),
      file.subarray(one, middle),
      file.subarray(other),
    ]);
  },
];

function mutate(sound: Buffer, random: SeededRandom): Buffer {
  let file: Buffer = Buffer.from(sound);
  for (let left = 1 + random.below(3); left > 0 && file.length > LEAST_BYTES; left -= 1)
    file = damages[random.below(damages.length)]?.(file, random) ?? file;
  return file;
}
