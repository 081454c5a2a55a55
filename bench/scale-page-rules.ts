import { tableOf } from "./page-tables.ts";
import { shownNumber } from "./result-rules.ts";
import {
  basisOf,
  BITRATE_KBPS,
  examplePrices,
  LINE_GBPS,
  LISTENERS_PER_EDGE,
  needed,
  orNull,
  orWord,
  roundedDown,
  sizes,
  USED_SHARE,
  type Basis,
} from "./scale-basis.ts";
import { chatConfigurations, chatPart } from "./scale-chat-rules.ts";
import { carriedBy, listenersPart, listenersPerCore, perLine } from "./scale-listeners-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const SECONDS_PER_MONTH = 30 * 24 * 3600;
/** Peak listeners per average listener, in the cost example. */
const PEAK = 3;

/** docs/measured/scale.md. */
export function scalePage(results: readonly StoredResult[]): string {
  const basis = basisOf(results);
  return [
    introductionOf(basis),
    listenersPart(basis),
    costPart(basis),
    chatPart(basis),
    configurationPart(basis),
  ].join("\n");
}

function introductionOf(basis: Basis): string {
  const { playersPerCore, framesPerCore, linesPerCore } = basis;
  return `# From one machine to a million listeners

What one station on one machine does was measured ([performance](performance.md)). This page says what follows for larger
ones: arithmetic from those figures, not a measurement of 100,000 listeners. It is made by \`npm run bench -- --pages\`.

${tableOf(
  [`What a core carries, used to ${USED_SHARE * 100} %`, "figure"],
  [
    [
      `listeners of MP3 at ${BITRATE_KBPS} kbit/s, from edges with ${shownNumber(LISTENERS_PER_EDGE)} each`,
      roundedDown(listenersPerCore(basis, BITRATE_KBPS)),
    ],
    [`listeners of HLS at ${BITRATE_KBPS} kbit/s, from nginx's cache`, roundedDown(playersPerCore)],
    ["chat messages to browsers, a second, counted at each browser", roundedDown(framesPerCore)],
    ["lines to IRC clients, a second, counted at each client", roundedDown(linesPerCore)],
  ],
)}

Measured over the loopback interface, where the sender's core also does the receiver's share of the kernel's work. A network
card does part of it, so real machines carry more; TLS takes some of that back. on-air, an edge and the server each use one
core: a machine with more cores can run several edges, each on a port of its own.
`;
}

function costPart(basis: Basis): string {
  const gigabytes = (BITRATE_KBPS * SECONDS_PER_MONTH) / 8e6;
  return `
## Cost

Prices differ by a factor of a hundred between providers, so put in your own:

- \`L\` listeners on average over the month (not the peak), \`P\` at the peak
- \`T\` price of a gigabyte that leaves a machine, \`C\` the same at a CDN
- \`M\` price of a machine with a ${LINE_GBPS} Gbit/s line for a month, \`K\` listeners on it, from the table above

A listener who never stops takes ${gigabytes.toFixed(3)} GB a month at ${BITRATE_KBPS} kbit/s.

- Own edges: \`${gigabytes.toFixed(3)} × L × T + (⌈P / K⌉ + 2) × M\`: one machine more than needed, and one for the station
- CDN: \`${gigabytes.toFixed(3)} × L × C + M\`: one machine for the station

${exampleOf(gigabytes, basis)}

So traffic decides, not machines: half the bitrate costs half as much.
`;
}

/** Cost of each size at example prices, with the calculation for one of them. */
function exampleOf(gigabytes: number, basis: Basis): string {
  const { gigabyte, cdnGigabyte, machine } = examplePrices;
  const carried = carriedBy(LINE_GBPS, basis, BITRATE_KBPS);
  const machinesFor = (listeners: number): number | null =>
    orNull(carried, (each) => Math.ceil((listeners * PEAK) / each) + 2);
  const ownOf = (listeners: number): number | null =>
    orNull(machinesFor(listeners), (machines) =>
      Math.round(listeners * gigabytes * gigabyte + machines * machine),
    );
  const cdnOf = (listeners: number): number =>
    Math.round(listeners * gigabytes * cdnGigabyte + machine);
  const [, listeners] = sizes;
  const all = listeners * gigabytes;
  return `**An example, no offer of any provider:** \`T\` = ${gigabyte}, \`C\` = ${cdnGigabyte}, \`M\` = ${machine}, and ${PEAK} times as many listeners at the peak as on
average. ${shownNumber(listeners)} on average take ${shownNumber(Math.round(all))} GB. Own edges: ${shownNumber(Math.round(all))} × ${gigabyte} + ${orWord(machinesFor(listeners))} × ${machine} = ${orWord(ownOf(listeners))} a
month. CDN: ${shownNumber(Math.round(all))} × ${cdnGigabyte} + ${machine} = ${shownNumber(cdnOf(listeners))}.

${tableOf(
  ["Listeners on average", "TB a month", "example: machines", "example: own edges", "example: CDN"],
  sizes.map((size) => [
    shownNumber(size),
    shownNumber((size * gigabytes) / 1000),
    orWord(machinesFor(size)),
    orWord(ownOf(size)),
    shownNumber(cdnOf(size)),
  ]),
)}`;
}

function configurationPart(basis: Basis): string {
  const { idleMib } = basis;
  return `
## Which configuration for which size

${tableOf(
  ["Listeners", "configuration", "breaks first"],
  [
    [
      "to 1,000",
      `one machine as it comes; the idle station takes ${orWord(idleMib)} MiB`,
      "_Max Listeners_ at 1,000",
    ],
    [
      "to 10,000",
      "the station and an edge, _Max Listeners_ 5,000; a 10 Gbit/s line; PostgreSQL; more open files",
      `a line of 1 Gbit/s, at ${shownNumber(perLine(1, BITRATE_KBPS))}`,
    ],
    [
      "to 100,000",
      `${needed(sizes[2], LISTENERS_PER_EDGE)} edges on ${needed(sizes[2], perLine(LINE_GBPS, BITRATE_KBPS))} machines and one to spare, in two places, or HLS through nginx's cache; IRC network`,
      `a machine's line of ${LINE_GBPS} Gbit/s, at ${shownNumber(perLine(LINE_GBPS, BITRATE_KBPS))}`,
    ],
    [
      "1,000,000",
      "HLS through a CDN; MP3 from edges for hardware players",
      "the budget: traffic; without a CDN the lines of a place",
    ],
    ...chatConfigurations(basis),
  ],
)}

- [Edges](../edges.md): each costs the station one listener's bandwidth for each mount. The web player shares itself out among
  them and goes on at another one by itself.
- [HLS with a cache or a CDN](../hls.md): each cache asks the station for the playlist once a second at most, and for each segment once,
  however many listen.${playlistSentence(basis)} 18 s behind the station's own stream.
- PostgreSQL instead of the embedded database for large libraries and many people in the web app; the sound doesn't need it.
- The web app takes 12,000 open pages, chat or not. Other players need none of them.
- Numbers of listeners come from on-air, from the edges' reports, and not from a CDN: behind a cache a listener isn't counted.
`;
}

/** The measured rate is below what a cache may request. */
function playlistSentence({ originRequests }: Basis): string {
  return originRequests === null
    ? ""
    : ` In the benchmark it was ${shownNumber(originRequests)} requests a second: nginx counts whole
  seconds, so it asks in every second one, and in the benchmark's last seconds no player asks.`;
}
