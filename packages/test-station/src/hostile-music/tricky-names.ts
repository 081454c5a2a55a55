import { id3Tag, id3Text, withoutId3 } from "./id3-frames.ts";
import type { HostileFile, Sounds } from "./hostile-file.ts";

/** Valid file names that mislead people, shells and programs. */
const namesOnDisk = [
  "\u202E3pm.gnos.mp3",
  "Cafe\u0301.mp3",
  "Caf\u00E9.mp3",
  "two\nlines.mp3",
  "tab\tand\u0007bell.mp3",
  "-rf.mp3",
  "~.mp3",
  "$(touch evil)`touch evil`;touch evil;'\".mp3",
  "a..\\..\\..\\evil.mp3",
  "%2e%2e%2fevil.mp3",
  "CON.mp3",
  " spaces .mp3",
  "\u200B.mp3",
  "\u{1F469}\u200D\u{1F680}.mp3",
  `${"\u00FC".repeat(125)}.mp3`,
  "<img src=x onerror=alert(1)>.mp3",
  "{{7*7}}' OR 1=1 --.mp3",
];

/** Names that are impossible on disk, or point elsewhere; a sender can still claim them. */
export const claimedNames: readonly string[] = [
  ...namesOnDisk,
  "../../../../../../tmp/evil.mp3",
  "/etc/cron.d/evil.mp3",
  "..",
  "",
  "nul\u0000byte.mp3",
  `${"\u00FC".repeat(300)}.mp3`,
  "C:\\Windows\\evil.mp3",
  "evil.mp3/",
  ".neonrelay-evil.mp3",
  "evil.mp3\u0000.txt",
];

/** Tags that would lead out of a folder if used as file names. */
const claimedTitles = [
  "../../../../../../tmp/evil",
  "/etc/cron.d/evil",
  "..",
  "nul\0byte",
  "T".repeat(300),
  "..\\..\\evil",
  "two\nlines",
];

/** Songs with misleading names and tags, each a different file. */
export function trickyNames(sounds: Sounds): readonly HostileFile[] {
  return [
    ...namesOnDisk.map((name): HostileFile => ({
      name,
      expected: "added",
      make: () => songCalled(sounds, name),
    })),
    ...claimedTitles.map((title, index): HostileFile => ({
      name: `tricky-title-${index}.mp3`,
      expected: "added",
      make: () => songCalled(sounds, title),
    })),
  ];
}

/** A song with a UTF-16 title, which every ID3v2 reader supports. */
export function songCalled(sounds: Sounds, title: string): Buffer {
  const artist = id3Text("TPE1", "../../evil");
  const text = Buffer.concat([Buffer.of(1, 0xff, 0xfe), Buffer.from(title, "utf16le")]);
  const head = Buffer.alloc(10);
  head.write("TIT2", "latin1");
  head.writeUInt32BE(text.length, 4);
  return Buffer.concat([id3Tag([Buffer.concat([head, text]), artist]), withoutId3(sounds.mp3)]);
}
