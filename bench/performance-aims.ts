import { kernelPercent, medianAt, percentAt, type Aim, type Results } from "./aim-figures.ts";
import { deliveryAims } from "./delivery-aims.ts";
import { profileColumns } from "./profile-rules.ts";
import { shownNumber } from "./result-rules.ts";

const memory = "memory, its part of shared pages, MiB";

const playing =
  (column: string, what: string) =>
  (results: Results): string => {
    const codecs = percentAt(results, column, "FFmpeg and its binding");
    const kernel = kernelPercent(results, column);
    const ours = percentAt(results, column, "our JavaScript");
    const ratio = medianAt(results, { bench: "playout", what, figure: "ratio" });
    return codecs === null || kernel === null || ours === null || ratio === null
      ? "The table has what FFmpeg takes for decoding and encoding alone."
      : `Of the time FFmpeg takes ${shownNumber(codecs)} %, the kernel ${shownNumber(kernel)} %, our own code ${shownNumber(ours)} %, and Node and V8 the rest: without our own code it would be ${shownNumber(ratio * (1 - ours / 100))}. The kernel and Node are what two processes cost, one of which keeps the listeners when a codec crashes.`;
  };
const chatting = (results: Results): string => {
  const talk = "10000 sockets, 10 messages a second";
  const cost = (what: string): number | null =>
    medianAt(results, { bench: "socket", what: `${talk}: ${what}`, figure: "value" });
  const [server, load] = [
    cost("server CPU per delivery, us"),
    cost("2 load generators' CPU per delivery, us"),
  ];
  const percent = kernelPercent(results, profileColumns.server);
  return server === null || load === null || percent === null
    ? "100,000 frames a second are written one by one, and read on the same machine."
    : `A delivery costs the server ${shownNumber(server)} us, of which the kernel takes ${shownNumber(percent)} %, and those who read it ${shownNumber(load)} us: 100,000 a second are ${shownNumber((server + load) * 10)} % of a core, on two that also run the rest of the station.`;
};
const twoProcesses =
  "A process of Node takes memory before it does anything (last row of its table), and on-air has two, so that a crash of a codec ends no connection. liquidsoap is one native process.";
const parts =
  "The table by process shows where it is: five processes, each with a JavaScript engine of its own, and the database within the server.";

export const aims: readonly Aim[] = [
  ...deliveryAims,
  {
    text: "4,000 listeners: within 1 % of the bitrate",
    bench: "listeners",
    what: "4000 listeners at 192 kbit/s: within 1 % of the bitrate",
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
    why: playing(profileColumns.playout["MP3 alone"], "MP3 alone: CPU, % of a core"),
  },
  {
    text: "playout of three formats: CPU, of liquidsoap's",
    bench: "playout",
    what: "MP3, Opus and AAC: CPU, % of a core",
    figure: "ratio",
    limit: { most: 0.6 },
    why: playing(
      profileColumns.playout["MP3, Opus and AAC"],
      "MP3, Opus and AAC: CPU, % of a core",
    ),
  },
  {
    text: "playout of three formats: memory (PSS), of liquidsoap's",
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
    why: chatting,
  },
];

export function isReached(value: number, { limit }: Aim): boolean {
  return "most" in limit ? value <= limit.most : value >= limit.least;
}

/** Why the aim is missed, according to the results; empty: nothing to say. */
export function reasonOf({ why }: Aim, results: Results): string {
  return typeof why === "string" ? why : why(results);
}

/** Notes that belong beside an aim, according to the results. */
export function notesOn(results: Results): readonly string[] {
  const peakOf = (formats: string): number | null =>
    medianAt(results, {
      bench: "playout",
      what: `${formats}: peak of resident memory, MiB`,
      figure: "ratio",
    });
  const [mp3, three] = [peakOf("MP3 alone"), peakOf("MP3, Opus and AAC")];
  return mp3 === null || three === null
    ? []
    : [
        `Memory of playout counts shared pages by its part (PSS), when both have played for a while. The peaks of resident memory of its processes together, with shared pages in each, are ${shownNumber(mp3)} of liquidsoap's with MP3 alone and ${shownNumber(three)} with three formats: there is no aim for them.`,
      ];
}
