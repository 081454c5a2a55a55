import { stateIntervalMs } from "../packages/server/src/socket/state-broadcaster.ts";
import { MAX_SOCKETS } from "../packages/server/src/socket/socket-door.ts";
import { tableOf } from "./page-tables.ts";
import { shownNumber } from "./result-rules.ts";
import {
  BITRATE_KBPS,
  examplePrices,
  LINE_GBPS,
  MACHINE_CORES,
  needed,
  orNull,
  orWord,
  twoDigits,
  USED_SHARE,
  type Basis,
} from "./scale-basis.ts";

const MESSAGES_PER_SECOND = 5;
const crowds = [1000, 10_000, 100_000] as const;

/**
 * Bytes a browser gets for one line of 53 characters: the frames of the message and of its notification. The test
 * builds them as the server does.
 */
export const LINE_FRAMES_BYTES = 557;
/** The same line from an IRC server. */
export const IRC_LINE_BYTES = 106;
/** The names of a full channel in one frame, sent to each browser when one joins or leaves. */
export const NAMES_FRAME_BYTES = 38_057;
/** Overhead of a small write on the line: Ethernet 38, IPv4 20, TCP with timestamps 32, a TLS 1.3 record 22. */
const PACKET_BYTES = 112;

const lineBytes = LINE_FRAMES_BYTES + PACKET_BYTES;
const ircLineBytes = IRC_LINE_BYTES + PACKET_BYTES;

function namesRest(sockets: number): string {
  return shownNumber(stateIntervalMs({ sizeBytes: NAMES_FRAME_BYTES, sockets }) / 1000);
}

/** The part of docs/measured/scale.md about one chat with everyone in it. */
export function chatPart(basis: Basis): string {
  const { framesPerCore, linesPerCore } = basis;
  return `
## 100,000 in one chat

Each message goes to everyone, so the work is people × messages. At ${MESSAGES_PER_SECOND} messages a second, more than anyone can read for long:

${tableOf(
  [
    "People",
    "messages sent, a second",
    "Gbit/s, browsers",
    "cores, browsers",
    "Gbit/s, IRC clients",
    "cores, IRC clients",
    "machines",
  ],
  crowds.map((people) => {
    const lines = people * MESSAGES_PER_SECOND;
    return [
      shownNumber(people),
      shownNumber(lines),
      shownNumber(gbpsOf(lines, lineBytes)),
      needed(lines, framesPerCore),
      shownNumber(gbpsOf(lines, ircLineBytes)),
      needed(lines, linesPerCore),
      orWord(orNull(networkMachines(people, basis), (others) => others + 1)),
    ];
  }),
)}

- A line of 53 characters is ${LINE_FRAMES_BYTES} bytes in a browser's socket (the message, and the notification of it) and ${IRC_LINE_BYTES}
  on IRC, by the station's own code. Packets and TLS add ${PACKET_BYTES} to each. ${kbpsSentence()}
- **A station takes ${shownNumber(MAX_SOCKETS)} browsers, with one server or several:** more of them are arithmetic only. ${mostPeople(framesPerCore)}
- So ${shownNumber(crowds[2])} people are ${shownNumber(MAX_SOCKETS)} in the web app and ${shownNumber(crowds[2] - MAX_SOCKETS)} on an IRC network: with \`IRC_SERVER\` its servers share the
  clients ([chat and IRC](../chat-and-irc.md)), and the station is one of them. The station's own IRC server takes 1,000
  clients over the network. The last column counts machines of ${MACHINE_CORES} cores and ${LINE_GBPS} Gbit/s: the station, and one InspIRCd
  on each other. Add one, so that one can fail. No network of this size was tried.
- [Several servers](../nodes.md) on one PostgreSQL share the chat's sockets: each writes to the browsers that came to it. The
  one that serves still has a connection of each browser, and they run on one machine so far.
- When a name comes or goes, each browser gets the list of names: up to 500, then ${shownNumber(NAMES_FRAME_BYTES / 1000)} kB, as much as ${shownNumber(Math.round(NAMES_FRAME_BYTES / lineBytes))} lines. Then
  the list rests: for ${namesRest(1)} s, and with ${shownNumber(crowds[1])} browsers for ${namesRest(crowds[1])} s. A browser that is behind gets the newest only.
- Listeners who don't open the web app cost the chat nothing.
- Cost, without the sound: a million lines are ${kilobytes(lineBytes)} GB for each person in the web app and ${kilobytes(ircLineBytes)} on IRC. A month of
  \`N\` million lines to \`A\` and \`I\` people on average costs \`(${kilobytes(lineBytes)} × A + ${kilobytes(ircLineBytes)} × I) × N × T + machines × M\`.
  ${exampleOf(basis)}
`;
}

/** Cost of the largest crowd at example prices, with one spare machine. */
function exampleOf(basis: Basis): string {
  const { gigabyte, machine } = examplePrices;
  const people = crowds[2];
  const others = networkMachines(people, basis);
  if (others === null) return "";
  const all = others + 2;
  const [web, irc] = [MAX_SOCKETS, people - MAX_SOCKETS];
  const cost = ((lineBytes * web + ircLineBytes * irc) / 1000) * gigabyte + all * machine;
  return `With the prices of the example above, ${shownNumber(people)} people and a million lines, one every 2.6 s:
  (${kilobytes(lineBytes)} × ${shownNumber(web)} + ${kilobytes(ircLineBytes)} × ${shownNumber(irc)}) × 1 × ${gigabyte} + ${all} × ${machine} = ${shownNumber(Math.round(cost))} a month.`;
}

/** Rows of the table of configurations: size, configuration, what breaks first. */
export function chatConfigurations({ framesPerCore }: Basis): readonly (readonly string[])[] {
  const percent = orNull(
    framesPerCore,
    (each) => (USED_SHARE * 100 * crowds[0] * MESSAGES_PER_SECOND) / each,
  );
  return [
    [
      "chat of 1,000",
      "one machine as it comes",
      `the station's own IRC server, at 1,000 clients; browsers take ${orWord(percent)} % of a core`,
    ],
    [
      "chat of 10,000",
      "PostgreSQL; a 10 Gbit/s line; open files for each browser, and for the proxy two",
      `the line: ${shownNumber(gbpsOf(crowds[1], NAMES_FRAME_BYTES))} Gbit for each name that comes or goes; then the ${shownNumber(MAX_SOCKETS)} browsers`,
    ],
    [
      "chat of 100,000",
      "an IRC network of two machines or more, and the station",
      `the ${shownNumber(MAX_SOCKETS)} browsers: further ones have sound, and no chat`,
    ],
  ];
}

/** All digits: the reader calculates with them. */
function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(3);
}

function gbpsOf(lines: number, bytes: number): number {
  return (lines * bytes * 8) / 1e9;
}

/** Machines of an IRC network for people beyond the station's capacity; null: not measured. */
function networkMachines(people: number, { networkLinesPerCore }: Basis): number | null {
  const lines = Math.max(0, people - MAX_SOCKETS) * MESSAGES_PER_SECOND;
  const byLine = Math.ceil(gbpsOf(lines, ircLineBytes) / (LINE_GBPS * USED_SHARE));
  return orNull(networkLinesPerCore, (each) =>
    Math.max(byLine, Math.ceil(lines / (each * MACHINE_CORES))),
  );
}

function kbpsSentence(): string {
  const kbps = (MESSAGES_PER_SECOND * lineBytes * 8) / 1000;
  return `That is ${shownNumber(kbps)} kbit/s for each browser, where its sound takes ${BITRATE_KBPS}.`;
}

function mostPeople(framesPerCore: number | null): string {
  if (framesPerCore === null) return "How many its core would carry was not measured.";
  const people = shownNumber(twoDigits(framesPerCore / MESSAGES_PER_SECOND));
  return `Its core would end at some ${people} people with ${MESSAGES_PER_SECOND} messages a second, or ten times as many with one message every two seconds.`;
}
