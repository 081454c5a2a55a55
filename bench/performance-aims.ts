/** What we want to reach, and where the results say whether we did. */
export interface Aim {
  readonly text: string;
  readonly bench: string;
  readonly what: string;
  readonly figure: string;
  readonly limit: { readonly most: number } | { readonly least: number };
  /** What takes the time or the memory, for an aim that is not reached. */
  readonly why: string;
}

const crowd = "4000 listeners at 192 kbit/s";
const perGigabit = "CPU per delivered Gbit, s";
const memory = "memory, its part of shared pages, MiB";

const writing =
  "Each listener costs a write at each turn, and on the loopback interface part of the receiver's work; how much of it is the kernel's was not measured.";
const encoders =
  "The table has what FFmpeg takes for decoding and encoding alone: of the aim that leaves little for crossfades, sending, and the two processes that keep listeners when a codec crashes.";
const twoProcesses =
  "A process of Node takes memory before it does anything (last row of its table), and on-air has two, so that a crash of a codec ends no connection. liquidsoap is one native process.";
const parts =
  "The table by process shows where it is: five processes, each with a JavaScript engine of its own, and the database within the server.";

export const aims: readonly Aim[] = [
  {
    text: "4,000 listeners: CPU for equal delivery, of Icecast's",
    bench: "listeners",
    what: `${crowd}: ${perGigabit}`,
    figure: "ratio",
    limit: { most: 0.15 },
    why: writing,
  },
  {
    text: "the same with ICY titles",
    bench: "listeners",
    what: `${crowd} with ICY titles: ${perGigabit}`,
    figure: "ratio",
    limit: { most: 0.15 },
    why: writing,
  },
  {
    text: "4,000 listeners: within 1 % of the bitrate",
    bench: "listeners",
    what: `${crowd}: within 1 % of the bitrate`,
    figure: "neonrelay",
    limit: { least: 4000 },
    why: "The load generators share the machine with the server.",
  },
  {
    text: "15,000 listeners: within 1 % of the bitrate",
    bench: "listeners",
    what: "15000 listeners at 64 kbit/s: within 1 % of the bitrate",
    figure: "neonrelay",
    limit: { least: 15_000 },
    why: "The load generators share the machine with the server.",
  },
  {
    text: "10,000 listeners accepted, s",
    bench: "listeners",
    what: "10000 listeners at 64 kbit/s: until all had sound, s",
    figure: "neonrelay",
    limit: { most: 5 },
    why: "Each gets 64 KiB at once, and the load generators share the machine with the server.",
  },
  {
    text: "playout of MP3: CPU, of liquidsoap's",
    bench: "playout",
    what: "MP3 alone: CPU, % of a core",
    figure: "ratio",
    limit: { most: 0.6 },
    why: encoders,
  },
  {
    text: "playout of three formats: CPU, of liquidsoap's",
    bench: "playout",
    what: "MP3, Opus and AAC: CPU, % of a core",
    figure: "ratio",
    limit: { most: 0.6 },
    why: encoders,
  },
  {
    text: "playout of three formats: memory, of liquidsoap's",
    bench: "playout",
    what: `MP3, Opus and AAC: ${memory}`,
    figure: "ratio",
    limit: { most: 0.8 },
    why: twoProcesses,
  },
  {
    text: "warm start to the first audio byte, ms",
    bench: "start",
    what: "to the first audio byte, ms",
    figure: "warm start",
    limit: { most: 5000 },
    why: "",
  },
  {
    text: "click to first sound in Chromium, ms",
    bench: "first-sound",
    what: "click to first sound, ms",
    figure: "neonrelay",
    limit: { most: 400 },
    why: "",
  },
  {
    text: "idle station, embedded database: memory, MiB",
    bench: "memory",
    what: "embedded, all",
    figure: "memory, MiB",
    limit: { most: 450 },
    why: parts,
  },
  {
    text: "idle station, PostgreSQL: memory, MiB",
    bench: "memory",
    what: "PostgreSQL, all",
    figure: "memory, MiB",
    limit: { most: 350 },
    why: parts,
  },
  {
    text: "one listener: CPU of all processes, % of a core",
    bench: "memory",
    what: "embedded, all",
    figure: "CPU with one listener, % of a core",
    limit: { most: 6 },
    why: "The table by process shows where it is.",
  },
  {
    text: "chat to 10,000 sockets: p99 from sending to the last one, ms",
    bench: "socket",
    what: "10000 sockets, 10 messages a second: delivery, p99 ms",
    figure: "value",
    limit: { most: 250 },
    why: "100,000 frames a second are written one by one, and one process reads them all on the same machine.",
  },
];

export function isReached(value: number, { limit }: Aim): boolean {
  return "most" in limit ? value <= limit.most : value >= limit.least;
}
