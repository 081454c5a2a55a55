import { tableOf, valuesAt } from "./page-tables.ts";
import { shownNumber, spreadOf } from "./result-rules.ts";
import type { StoredResult } from "./stored-result.ts";

const BITRATE_KBPS = 128;
/** Of a core or a line, what is to be used at most: the rest is for the evening when all come. */
const USED_SHARE = 0.7;
const LINE_GBPS = 10;
const sizes = [1000, 10_000, 100_000, 1_000_000] as const;
const MESSAGES_PER_SECOND = 5;
const SECONDS_PER_MONTH = 30 * 24 * 3600;
const NOT_MEASURED = "not measured";

/** What of the results the page needs; null: not measured. */
interface Basis {
  /** Listeners of {@link BITRATE_KBPS} that a core of on-air carries. */
  readonly listenersPerCore: number | null;
  /** The same of nginx with segments of HLS. */
  readonly playersPerCore: number | null;
  /** What nginx asked of on-air, requests a second. */
  readonly originRequests: number | null;
  /** Chat messages to one socket each that a core of the server sends in a second. */
  readonly framesPerCore: number | null;
  /** The same of the IRC server, lines to one client each. */
  readonly linesPerCore: number | null;
  readonly idleMib: number | null;
}

function basisOf(results: readonly StoredResult[]): Basis {
  const at = (bench: string, what: string, figure: string): number | null => {
    const values = valuesAt(results, { bench, what, figure });
    return values === null ? null : spreadOf(values).median;
  };
  const perGigabit = at(
    "listeners",
    "4000 listeners at 192 kbit/s: CPU per delivered Gbit, s",
    "neonrelay",
  );
  const nginxCpu = at("hls", "nginx CPU, % of a core", "value");
  const nginxMbps = at("hls", "delivered, Mbit/s", "value");
  const serverCpu = at(
    "socket",
    "10000 sockets, 10 messages a second: server CPU, % of a core",
    "value",
  );
  const lineMicroseconds = at("irc-servers", "embedded", "CPU per line delivered, us");
  return {
    listenersPerCore: orNull(perGigabit, (cpu) => (USED_SHARE / cpu) * (1e6 / BITRATE_KBPS)),
    playersPerCore: orNull(nginxCpu, (cpu) =>
      orNull(nginxMbps, (mbps) => ((USED_SHARE * 100) / cpu) * ((mbps * 1000) / BITRATE_KBPS)),
    ),
    originRequests: at("hls", "on-air: requests for the playlist, a second", "value"),
    framesPerCore: orNull(serverCpu, (cpu) => (USED_SHARE * 100 * 100_000) / cpu),
    linesPerCore: orNull(lineMicroseconds, (us) => (USED_SHARE * 1e6) / us),
    idleMib: at("memory", "embedded, all", "memory, MiB"),
  };
}

/** docs/scale.md. */
export function scalePage(results: readonly StoredResult[]): string {
  const basis = basisOf(results);
  return [
    introductionOf(basis),
    listenersPart(basis),
    costPart(),
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
  const perLine = (LINE_GBPS * USED_SHARE * 1e6) / BITRATE_KBPS;
  const rows = sizes.map((listeners) => [
    shownNumber(listeners),
    shownNumber((listeners * BITRATE_KBPS) / 1e6),
    needed(listeners, perLine),
    needed(listeners, listenersPerCore),
    needed(listeners, playersPerCore),
  ]);
  return `
## Listeners

At ${BITRATE_KBPS} kbit/s. For another bitrate multiply lines and traffic by bitrate / ${BITRATE_KBPS}. Packets add some 4 %.

${tableOf(
  ["Listeners", "Gbit/s", `lines of ${LINE_GBPS} Gbit/s`, "cores for MP3", "cores for HLS"],
  rows,
)}

What ends first, in this order:

1. **The setting.** _Max Listeners_ under _Settings_, _Streaming_ is 1,000 until you change it, and 5,000 at most. It holds
   for the station and for each edge by itself: 100,000 listeners need 20 edges, however many of them share a core.
2. **Open files.** Each listener is one: \`ulimit -n\`, or \`LimitNOFILE\` of the service, has to be above the number of
   listeners.
3. **The line.** ${shownNumber(perLine)} listeners fill ${USED_SHARE * 100} % of ${LINE_GBPS} Gbit/s, 1 Gbit/s ends at a tenth of that.
4. **The core** of on-air: more edges.
5. **A place.** A machine that fails takes its listeners along. They come back at the others, which need room for them: with
   N edges, plan each for N / (N - 1) of its share.
`;
}

function costPart(): string {
  const gigabytes = (BITRATE_KBPS * SECONDS_PER_MONTH) / 8e6;
  return `
## Cost

Prices differ by a factor of a hundred between providers, so they stay variables:

- \`L\` listeners on average over the month (not the peak), \`P\` at the peak
- \`T\` price of a gigabyte that leaves a machine, \`C\` the same at a CDN
- \`M\` price of a machine with a ${LINE_GBPS} Gbit/s line for a month, \`K\` listeners that it carries: the smallest of line, cores, and 5,000 for each edge on it

A listener who never stops takes ${shownNumber(gigabytes)} GB a month at ${BITRATE_KBPS} kbit/s.

- Own edges: \`${shownNumber(gigabytes)} × L × T + ⌈P / K⌉ × M\`, and one machine for the station
- CDN: \`${shownNumber(gigabytes)} × L × C\`, and one machine for the station

${tableOf(
  ["Listeners on average", "TB a month", "days to a petabyte"],
  sizes.map((listeners) => [
    shownNumber(listeners),
    shownNumber((listeners * gigabytes) / 1000),
    shownNumber(30_000_000 / (listeners * gigabytes)),
  ]),
)}

So traffic decides, not machines: half the bitrate costs half as much.
`;
}

function chatPart({ framesPerCore, linesPerCore }: Basis): string {
  const crowds = [1000, 10_000, 100_000] as const;
  return `
## 100,000 in one chat

Each message goes to everyone, so the work is people × messages. At ${MESSAGES_PER_SECOND} messages a second, more than anyone can read for long:

${tableOf(
  ["People", "messages sent, a second", "cores, browsers", "cores, IRC clients"],
  crowds.map((people) => [
    shownNumber(people),
    shownNumber(people * MESSAGES_PER_SECOND),
    needed(people * MESSAGES_PER_SECOND, framesPerCore),
    needed(people * MESSAGES_PER_SECOND, linesPerCore),
  ]),
)}

- The server takes 12,000 browsers in one process, so larger rows are arithmetic only. ${mostPeople(framesPerCore)}
- [Several servers](nodes.md) on one PostgreSQL share the chat's sockets: each writes to the browsers that came to it. The
  one that serves still has a connection of each browser, and they run on one machine so far.
- The station's own IRC server takes 1,000 clients over the network. For more, use an IRC network: with \`IRC_SERVER\` its
  servers share the clients ([chat and IRC](chat-and-irc.md)), and the station is one of them.
- Listeners who don't open the web app cost the chat nothing.
`;
}

function configurationPart({ idleMib, originRequests }: Basis): string {
  return `
## Which configuration for which size

${tableOf(
  ["Listeners", "configuration"],
  [
    ["to 1,000", `one machine as it comes; the idle station takes ${orWord(idleMib)} MiB`],
    ["to 10,000", "the station and an edge; a 10 Gbit/s line; PostgreSQL; more open files"],
    ["to 100,000", "20 edges in two places or more, or HLS through nginx's cache; IRC network"],
    ["1,000,000", "HLS through a CDN; MP3 from edges for hardware players"],
  ],
)}

- [Edges](edges.md): each costs the station one listener's bandwidth for each mount. The web player shares itself out among
  them and goes on at another one by itself.
- [HLS with a cache or a CDN](hls.md): the station answers ${orWord(originRequests)} requests a second for the playlist, and each segment
  once for each cache, however many listen. 18 s behind the station's own stream.
- PostgreSQL instead of the embedded database for large libraries and many people in the web app; the sound doesn't need it.
- Numbers of listeners come from on-air, from the edges' reports, and not from a CDN: behind a cache a listener isn't counted.
`;
}

function orNull<Value>(value: number | null, found: (value: number) => Value): Value | null {
  return value === null ? null : found(value);
}

function orWord(value: number | null): string {
  return value === null ? NOT_MEASURED : shownNumber(value);
}

/** Two digits: more would say that we know more than we do. */
function roundedDown(value: number | null): string {
  return value === null ? NOT_MEASURED : shownNumber(twoDigits(value));
}

function twoDigits(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}

/** @param each null: not measured */
function needed(all: number, each: number | null): string {
  return each === null ? NOT_MEASURED : shownNumber(Math.ceil(all / each));
}

function mostPeople(framesPerCore: number | null): string {
  if (framesPerCore === null) return "How many that are was not measured.";
  const people = shownNumber(twoDigits(framesPerCore / MESSAGES_PER_SECOND));
  return `Its core would end at some ${people} people with ${MESSAGES_PER_SECOND} messages a second, or ten times as many with one message every two seconds.`;
}
