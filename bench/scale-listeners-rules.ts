import { coresOf, partsOf, type DeliveryCost, type MeasuredCrowd } from "./delivery-cost-rules.ts";
import { crowdName } from "./listener-cases.ts";
import { tableOf } from "./page-tables.ts";
import { shownNumber } from "./result-rules.ts";
import {
  BITRATE_KBPS,
  LINE_GBPS,
  LISTENERS_PER_EDGE,
  MACHINE_CORES,
  needed,
  NOT_MEASURED,
  orNull,
  orWord,
  sizes,
  twoDigits,
  USED_SHARE,
  type Basis,
} from "./scale-basis.ts";

/** Network cards. */
const cardsGbps = [1, 10, 25, 100] as const;
const bitratesKbps = [64, 128, 192, 320] as const;
const LARGEST = sizes[3];

/** The part of docs/measured/scale.md about sound. */
export function listenersPart(basis: Basis): string {
  const { delivery, playersPerCore } = basis;
  const rows = sizes.map((listeners) => [
    shownNumber(listeners),
    shownNumber(gbpsOf(listeners, BITRATE_KBPS)),
    needed(listeners, LISTENERS_PER_EDGE),
    coresFor(listeners, { delivery, bitrateKbps: BITRATE_KBPS }),
    needed(listeners, playersPerCore),
  ]);
  return `
## Listeners

At ${BITRATE_KBPS} kbit/s. Packets add some 4 % to the traffic.

${tableOf(["Listeners", "Gbit/s", "edges", "cores for MP3", "cores for HLS"], rows)}

Machines of ${MACHINE_CORES} cores for MP3, by their network card. Card and cores are used to ${USED_SHARE * 100} %:

${cardsTable(basis)}

${memorySentence(basis)}

${bitratesPart(basis)}

What ends first, in this order:

1. **The setting.** _Max Listeners_ under _Settings_, _Streaming_ is 1,000 until you change it, and ${shownNumber(LISTENERS_PER_EDGE)} at most. It holds
   for the station and for each edge by itself: 100,000 listeners need ${needed(100_000, LISTENERS_PER_EDGE)} edges, however many of them share a machine.
2. **Open files.** Each listener is one: \`ulimit -n\`, or \`LimitNOFILE\` of the service, has to be above the number of
   listeners.
3. **The network card**, see the table. The line behind it can be smaller.
4. **The cores** of a machine with many edges.
5. **A place.** A machine that fails takes its listeners along. They come back at the others, which need room for them: with
   N machines, plan each for N / (N - 1) of its share.

${fitPart(basis)}
`;
}

/** MP3 listeners per core, on full edges; null: not measured. */
export function listenersPerCore({ delivery }: Basis, bitrateKbps: number): number | null {
  return orNull(
    delivery,
    (cost) => (USED_SHARE * LISTENERS_PER_EDGE) / fullEdge(cost, bitrateKbps),
  );
}

export function perLine(gbps: number, bitrateKbps: number): number {
  return Math.floor((gbps * USED_SHARE * 1e6) / bitrateKbps);
}

/** MP3 listeners of a machine with this card; null: not measured. */
export function carriedBy(gbps: number, basis: Basis, bitrateKbps: number): number | null {
  return orNull(listenersPerCore(basis, bitrateKbps), (each) =>
    Math.min(perLine(gbps, bitrateKbps), twoDigits(each) * MACHINE_CORES),
  );
}

/** Cores used by a full edge. */
function fullEdge(cost: DeliveryCost, bitrateKbps: number): number {
  return coresOf(cost, crowdOf(LISTENERS_PER_EDGE, bitrateKbps));
}

function crowdOf(listeners: number, bitrateKbps: number) {
  return { listeners, wantsTitles: false, gbps: gbpsOf(listeners, bitrateKbps) };
}

function gbpsOf(listeners: number, bitrateKbps: number): number {
  return (listeners * bitrateKbps) / 1e6;
}

function coresFor(
  listeners: number,
  { delivery, bitrateKbps }: { delivery: DeliveryCost | null; bitrateKbps: number },
): string {
  if (delivery === null) return NOT_MEASURED;
  const others = (edgesFor(listeners) - 1) * delivery.processCores;
  const cores = others + coresOf(delivery, crowdOf(listeners, bitrateKbps));
  return shownNumber(Math.ceil(cores / USED_SHARE));
}

function edgesFor(listeners: number): number {
  return Math.ceil(listeners / LISTENERS_PER_EDGE);
}

function cardsTable(basis: Basis): string {
  const rows = cardsGbps.map((gbps) => {
    const carried = carriedBy(gbps, basis, BITRATE_KBPS);
    const isLine = carried === perLine(gbps, BITRATE_KBPS);
    return [
      `${gbps} Gbit/s`,
      orWord(carried),
      carried === null ? "" : isLine ? "card" : `${MACHINE_CORES} cores`,
      orWord(orNull(carried, edgesFor)),
      memoryOf(basis, carried),
      ...sizes.map((listeners) => needed(listeners, carried)),
    ];
  });
  return tableOf(
    [
      "Network card",
      "listeners on a machine",
      "limited by",
      "edges",
      "their memory, GiB",
      ...sizes.map((size) => `for ${shownNumber(size)}`),
    ],
    rows,
  );
}

function memoryOf({ edgeMemory }: Basis, carried: number | null): string {
  return edgeMemory === null || carried === null
    ? NOT_MEASURED
    : shownNumber((edgesFor(carried) * edgeMemory.mib) / 1024);
}

function memorySentence({ edgeMemory }: Basis): string {
  return edgeMemory === null
    ? "What an edge takes of memory was not measured."
    : `An edge counts with ${shownNumber(Math.round(edgeMemory.mib))} MiB: what on-air has resident with ${edgeMemory.crowd}
([performance](performance.md#listeners-next-to-icecast)). An edge is the same process without an engine.`;
}

function bitratesPart(basis: Basis): string {
  const rows = bitratesKbps.map((bitrateKbps) => {
    const carried = carriedBy(LINE_GBPS, basis, bitrateKbps);
    return [
      `${bitrateKbps} kbit/s`,
      shownNumber(gbpsOf(LARGEST, bitrateKbps)),
      coresFor(LARGEST, { ...basis, bitrateKbps }),
      orWord(carried),
      needed(sizes[2], carried),
      needed(LARGEST, carried),
    ];
  });
  return `At another bitrate, with machines of ${MACHINE_CORES} cores and ${LINE_GBPS} Gbit/s:

${tableOf(
  [
    "MP3 at",
    `Gbit/s for ${shownNumber(LARGEST)}`,
    `cores for ${shownNumber(LARGEST)}`,
    "listeners on a machine",
    `machines for ${shownNumber(sizes[2])}`,
    `for ${shownNumber(LARGEST)}`,
  ],
  rows,
)}

Traffic goes with the bitrate, and so do machines that their card limits. Cores
have [parts of their own](#where-the-cores-come-from). nginx was measured at one
bitrate, so its cores at another one are between as many as above, if all its work is for requests, and bitrate / ${BITRATE_KBPS} times
as many, if all is for bits.`;
}

function fitPart({ delivery, crowds, quietPercent }: Basis): string {
  if (delivery === null)
    return "What of the CPU goes with listeners and what with bits was not measured: it takes crowds of two sizes and two bitrates.";
  const edge = partsOf(delivery, crowdOf(LISTENERS_PER_EDGE, BITRATE_KBPS));
  const titled = crowds.filter(({ wantsTitles }) => wantsTitles);
  const quiet =
    quietPercent === null
      ? ""
      : ` What a process takes whatever its
crowd is where that line begins, and not what on-air takes with one listener: ${shownNumber(quietPercent)} % of a core.`;
  return `### Where the cores come from

CPU of on-air is the sum of these parts, as near to all measured crowds as such a sum comes:

${tableOf(
  ["Part of the CPU", "figure"],
  [
    ["a process, whatever its crowd, % of a core", percent(delivery.processCores)],
    [
      "a listener, whatever the bitrate, us a second",
      shownNumber(twoDecimals(delivery.perListener * 1e6)),
    ],
    ["a Gbit, s", delivery.perGigabit.toFixed(3)],
    [
      "a listener with ICY titles, us a second more",
      shownNumber(twoDecimals(delivery.perTitles * 1e6)),
    ],
  ],
)}
${delivery.perGigabit === 0 ? "\nThat a Gbit has 0 doesn't say that bits cost nothing: these crowds show no cost\nof bits beside that of listeners. At bitrates above theirs it may be more.\n" : ""}
A full edge of ${shownNumber(LISTENERS_PER_EDGE)} at ${BITRATE_KBPS} kbit/s takes ${percent(edge.process)} % of a core for itself, ${percent(edge.listeners)} % for its listeners and ${percent(edge.gigabits)} % for
their bits. Each edge on a machine costs its own part. The rows it comes from, from the
[table of listeners](performance.md#listeners-next-to-icecast), and how near it comes to each:

${tableOf(
  ["Crowd", "measured, % of a core", "by the parts", "off by, %"],
  crowds.map((crowd) => fitRow(delivery, crowd)),
)}

The parts are a straight line (least squares of the differences in per cent, no part below 0), good between
these crowds and a guess beyond them.${titled.length === 1 ? " Titles were measured\nwith one crowd, so its row fits by itself." : ""}${quiet}
An edge was not measured by itself; on-air had one mount.`;
}

function fitRow(delivery: DeliveryCost, crowd: MeasuredCrowd): readonly string[] {
  const modelled = coresOf(delivery, crowd);
  return [
    crowdName(crowd),
    percent(crowd.cores),
    percent(modelled),
    // Adding 0 turns -0 into 0.
    shownNumber(Math.round((modelled / crowd.cores - 1) * 1000) / 10 + 0),
  ];
}

function percent(cores: number): string {
  return shownNumber(twoDecimals(cores * 100));
}

/** A fit's whole numbers are off in their last bits. */
function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
