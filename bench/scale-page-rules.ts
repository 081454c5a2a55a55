import { tableOf } from "./page-tables.ts";
import { shownNumber } from "./result-rules.ts";
import {
  basisOf,
  BITRATE_KBPS,
  examplePrices,
  LINE_GBPS,
  MACHINE_CORES,
  needed,
  orNull,
  orWord,
  roundedDown,
  twoDigits,
  USED_SHARE,
  type Basis,
} from "./scale-basis.ts";
import { chatConfigurations, chatPart } from "./scale-chat-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const sizes = [1000, 10_000, 100_000, 1_000_000] as const;
/** Of network cards. */
const cardsGbps = [1, 10, 25, 100] as const;
/** The most that _Max Listeners_ can be, for the station and for each edge. */
const LISTENERS_PER_EDGE = 5000;
const SECONDS_PER_MONTH = 30 * 24 * 3600;
/** Of the example of costs: listeners at the peak for each on average. */
const PEAK = 3;

/** docs/scale.md. */
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

function introductionOf({
  listenersPerCore,
  playersPerCore,
  framesPerCore,
  linesPerCore,
}: Basis): string {
  return `# From one machine to a million listeners

What one station on one machine does was measured ([performance](performance.md)). This page says what follows for larger
ones: arithmetic from those figures, not a measurement of 100,000 listeners. It is made by \`npm run bench -- --pages\`.

${tableOf(
  [`What a core carries, used to ${USED_SHARE * 100} %`, "figure"],
  [
    [
      `listeners of MP3 at ${BITRATE_KBPS} kbit/s, from on-air or an edge`,
      roundedDown(listenersPerCore),
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

function listenersPart({ listenersPerCore, playersPerCore }: Basis): string {
  const rows = sizes.map((listeners) => [
    shownNumber(listeners),
    shownNumber((listeners * BITRATE_KBPS) / 1e6),
    needed(listeners, LISTENERS_PER_EDGE),
    needed(listeners, listenersPerCore),
    needed(listeners, playersPerCore),
  ]);
  const cards = cardsGbps.map((gbps) => {
    const carried = carriedBy(gbps, listenersPerCore);
    const isLine = carried === perLine(gbps);
    return [
      `${gbps} Gbit/s`,
      orWord(carried),
      carried === null ? "" : isLine ? "card" : `${MACHINE_CORES} cores`,
      ...sizes.map((listeners) => needed(listeners, carried)),
    ];
  });
  return `
## Listeners

At ${BITRATE_KBPS} kbit/s. For another bitrate multiply machines and traffic by bitrate / ${BITRATE_KBPS}. Packets add some 4 %.

${tableOf(["Listeners", "Gbit/s", "edges", "cores for MP3", "cores for HLS"], rows)}

Machines of ${MACHINE_CORES} cores for MP3, by their network card. Card and cores are used to ${USED_SHARE * 100} %:

${tableOf(
  [
    "Network card",
    "listeners on a machine",
    "limited by",
    ...sizes.map((size) => `for ${shownNumber(size)}`),
  ],
  cards,
)}

What ends first, in this order:

1. **The setting.** _Max Listeners_ under _Settings_, _Streaming_ is 1,000 until you change it, and ${shownNumber(LISTENERS_PER_EDGE)} at most. It holds
   for the station and for each edge by itself: 100,000 listeners need 20 edges, however many of them share a machine.
2. **Open files.** Each listener is one: \`ulimit -n\`, or \`LimitNOFILE\` of the service, has to be above the number of
   listeners.
3. **The network card**, see the table. The line behind it can be smaller.
4. **The core** of on-air: more edges.
5. **A place.** A machine that fails takes its listeners along. They come back at the others, which need room for them: with
   N machines, plan each for N / (N - 1) of its share.
`;
}

function perLine(gbps: number): number {
  return Math.floor((gbps * USED_SHARE * 1e6) / BITRATE_KBPS);
}

/** Listeners of MP3 on a machine with such a card; null: not measured. */
function carriedBy(gbps: number, listenersPerCore: number | null): number | null {
  return orNull(listenersPerCore, (each) =>
    Math.min(perLine(gbps), twoDigits(each) * MACHINE_CORES),
  );
}

function costPart({ listenersPerCore }: Basis): string {
  const gigabytes = (BITRATE_KBPS * SECONDS_PER_MONTH) / 8e6;
  return `
## Cost

Prices differ by a factor of a hundred between providers, so put in your own:

- \`L\` listeners on average over the month (not the peak), \`P\` at the peak
- \`T\` price of a gigabyte that leaves a machine, \`C\` the same at a CDN
- \`M\` price of a machine with a ${LINE_GBPS} Gbit/s line for a month, \`K\` listeners on it, from the table above

A listener who never stops takes ${shownNumber(gigabytes)} GB a month at ${BITRATE_KBPS} kbit/s.

- Own edges: \`${shownNumber(gigabytes)} × L × T + (⌈P / K⌉ + 2) × M\`: one machine more than needed, and one for the station
- CDN: \`${shownNumber(gigabytes)} × L × C + M\`: one machine for the station

${exampleOf(gigabytes, listenersPerCore)}

So traffic decides, not machines: half the bitrate costs half as much.
`;
}

/** What each size costs at made-up prices, and how that follows for one of them. */
function exampleOf(gigabytes: number, listenersPerCore: number | null): string {
  const { gigabyte, cdnGigabyte, machine } = examplePrices;
  const carried = carriedBy(LINE_GBPS, listenersPerCore);
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
  const { idleMib, originRequests } = basis;
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
      `a line of 1 Gbit/s, at ${shownNumber(perLine(1))}`,
    ],
    [
      "to 100,000",
      `20 edges on ${needed(sizes[2], perLine(LINE_GBPS))} machines and one to spare, in two places, or HLS through nginx's cache; IRC network`,
      `a machine's line of ${LINE_GBPS} Gbit/s, at ${shownNumber(perLine(LINE_GBPS))}`,
    ],
    [
      "1,000,000",
      "HLS through a CDN; MP3 from edges for hardware players",
      "the budget: traffic; without a CDN the lines of a place",
    ],
    ...chatConfigurations(basis),
  ],
)}

- [Edges](edges.md): each costs the station one listener's bandwidth for each mount. The web player shares itself out among
  them and goes on at another one by itself.
- [HLS with a cache or a CDN](hls.md): the station answers ${orWord(originRequests)} requests a second for the playlist, and each segment
  once for each cache, however many listen. 18 s behind the station's own stream.
- PostgreSQL instead of the embedded database for large libraries and many people in the web app; the sound doesn't need it.
- The web app takes 12,000 open pages, chat or not. Other players need none of them.
- Numbers of listeners come from on-air, from the edges' reports, and not from a CDN: behind a cache a listener isn't counted.
`;
}
