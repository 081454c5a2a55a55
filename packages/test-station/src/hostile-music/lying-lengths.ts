import type { HostileFile, Sounds } from "./hostile-file.ts";
import { readOggPages, writeOggPages } from "../../../on-air/src/media/test-ogg-pages.ts";

const MANY_YEARS = 2n ** 62n;

/** Songs with a wrong length, rate or channel count. */
export function lyingLengths(sounds: Sounds): readonly HostileFile[] {
  return [
    {
      name: "claims-years.mp3",
      expected: "added",
      make: () =>
        changed(sounds.mp3, (file) => {
          const at = Math.max(file.indexOf("Xing"), file.indexOf("Info"));
          if (at >= 0) file.writeUInt32BE(0xff_ff_ff_ff, at + 8);
        }),
    },
    {
      name: "claims-years.wav",
      expected: "added",
      make: () =>
        changed(sounds.wav, (file) => {
          file.writeUInt32LE(0xff_ff_ff_ff, 4);
          file.writeUInt32LE(0xff_ff_ff_ff, file.indexOf("data") + 4);
        }),
    },
    // The sample count is the last 36 bits before the digest.
    {
      name: "claims-years.flac",
      expected: "added",
      make: () => changed(sounds.flac, (file) => file.fill(0xff, 22, 26)),
    },
    {
      name: "claims-nothing.flac",
      expected: "added",
      make: () => changed(sounds.flac, (file) => file.fill(0, 22, 26)),
    },
    {
      name: "claims-years.m4a",
      expected: "either",
      make: () =>
        changed(sounds.m4a, (file) => {
          for (const [box, offset] of [
            ["mvhd", 20],
            ["tkhd", 24],
            ["mdhd", 20],
          ] as const)
            file.writeUInt32BE(0xff_ff_ff_ff, file.indexOf(box) + offset);
        }),
    },
    ...(["ogg", "opus"] as const).flatMap((kind): readonly HostileFile[] => [
      {
        name: `claims-years.${kind}`,
        expected: "either",
        make: () =>
          withGranules(sounds[kind], (granule, isLast) => (isLast ? MANY_YEARS : granule)),
      },
      {
        name: `goes-back.${kind}`,
        expected: "either",
        make: () =>
          withGranules(sounds[kind], (granule) => (granule > 0n ? 1_000_000n - granule : granule)),
      },
    ]),
    ...wavHeaders(sounds.wav),
  ];
}

function wavHeaders(wav: Buffer): readonly HostileFile[] {
  const at = wav.indexOf("fmt ") + 8;
  const make = (change: (file: Buffer) => void) => () => changed(wav, change);
  const one = (name: string, change: (file: Buffer) => void): HostileFile => ({
    name,
    expected: "either",
    make: make(change),
  });
  return [
    {
      name: "one-hertz.wav",
      expected: "refused",
      make: make((file) => file.writeUInt32LE(1, at + 4)),
    },
    one("four-gigahertz.wav", (file) => file.writeUInt32LE(0xff_ff_ff_ff, at + 4)),
    one("no-hertz.wav", (file) => file.writeUInt32LE(0, at + 4)),
    one("no-channels.wav", (file) => file.writeUInt16LE(0, at + 2)),
    one("many-channels.wav", (file) => file.writeUInt16LE(0xff_ff, at + 2)),
    one("no-bits.wav", (file) => file.writeUInt16LE(0, at + 14)),
  ];
}

function changed(file: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  change(copy);
  return copy;
}

function withGranules(file: Buffer, change: (granule: bigint, isLast: boolean) => bigint): Buffer {
  const pages = readOggPages(file);
  return writeOggPages(
    pages.map((page, index) => ({
      ...page,
      granule: change(page.granule, index === pages.length - 1),
    })),
  );
}
