import type { Aim } from "./aim-figures.ts";
import { aims, isReached, notesOn, reasonOf } from "./performance-aims.ts";
import { tableOf, tableOfRows, valuesAt } from "./page-tables.ts";
import { plotOf, type PlotGroup } from "./plot-rules.ts";
import { shownNumber, shownSpread, spreadOf } from "./result-rules.ts";
import type { StoredResult, StoredRow } from "./stored-result.ts";
import { soakPart, yearsPart } from "./whole-station-page-rules.ts";

interface Plot {
  readonly name: string;
  readonly title: string;
  /** Matches rows by the end of their name. */
  readonly rowsEnd: string;
  readonly columns: readonly string[];
}

interface Section {
  readonly bench: string;
  readonly title: string;
  readonly text: string;
  readonly plots: readonly Plot[];
  /** Replaces the table of all rows. */
  readonly part?: (result: StoredResult) => string;
}

const sections: readonly Section[] = [
  {
    bench: "listeners",
    title: "Listeners, next to Icecast",
    text: "The same MP3 from both: Icecast 2.4 relays our mount. Listeners connect to one and then to the other, in two processes of their own. CPU is that of on-air and of Icecast, without an encoder, which Icecast needs as well. Two processors don't carry more than 4,000 listeners at 192 kbit/s beside the load generators, so larger crowds get 64 kbit/s.",
    plots: [
      {
        name: "listeners-cpu",
        title: "CPU for each delivered gigabit, seconds",
        rowsEnd: ": CPU per delivered Gbit, s",
        columns: ["neonrelay", "icecast"],
      },
      {
        name: "listeners-within",
        title: "Listeners who got the bitrate to 1 %",
        rowsEnd: ": within 1 % of the bitrate",
        columns: ["neonrelay", "icecast"],
      },
    ],
  },
  {
    bench: "playout",
    title: "Playout, next to liquidsoap",
    text: "The same files with crossfades, encoded and sent to one listener for each format, by both at the same time.",
    plots: [
      {
        name: "playout-cpu",
        title: "CPU, % of a core",
        rowsEnd: ": CPU, % of a core",
        columns: ["neonrelay", "liquidsoap"],
      },
      {
        name: "playout-memory",
        title: "Memory, MiB",
        rowsEnd: ": memory, its part of shared pages, MiB",
        columns: ["neonrelay", "liquidsoap"],
      },
    ],
  },
  {
    bench: "memory",
    title: "An idle station, by process",
    text: "Started as `npm start` does, with the demo tracks, after an earlier start: the first one after an installation strips types, and takes some 10 MiB more in each process until it ends. Of pages that processes share, each counts its part (PSS); data is what a process has written, files are its program and libraries. CPU is that with one listener of MP3.",
    plots: [
      {
        name: "memory",
        title: "Memory of an idle station, MiB",
        rowsEnd: "",
        columns: ["memory, MiB"],
      },
    ],
  },
  {
    bench: "start",
    title: "Start to sound",
    text: "`npm start` in a new folder, then again in the same one.",
    plots: [],
  },
  {
    bench: "first-sound",
    title: "Click to sound",
    text: "From the click on Play in Chromium to the first sample that is not silent, a cold page each time.",
    plots: [],
  },
  {
    bench: "socket",
    title: "Chat to sockets",
    text: "One station; two processes hold its sockets, and a third sends the messages. What a delivery costs the server and those who read says which of them is the bound when all share two processors.",
    plots: [],
  },
  {
    bench: "socket-nodes",
    title: "Chat to sockets of several servers",
    text: "A station of two nodes, ten lines a second for 15 s: all sockets at the node that serves, at both nodes, or at the other one, with PostgreSQL's NOTIFY or a nats-server between the nodes. A figure is the median of three rounds in turn; `--sockets 6000` was the number of sockets. [What it means](../nodes.md#browsers-at-several-nodes).",
    plots: [
      {
        name: "socket-nodes",
        title: "99 of 100 lines delivered within, ms",
        rowsEnd: ": delivery, p99 ms",
        columns: ["value"],
      },
    ],
  },
  {
    bench: "profile",
    title: "What takes the time",
    text: "Where Linux's perf found the processes, two thousand times a second, in shares of their time. The kernel's share is that of the system calls and of what they bring about: over the loopback interface, the sender's process does much of the receiver's work, and is often made to wait for the receiver as soon as that has something to read. The playout is on-air and its engine together.",
    plots: [],
  },
  {
    bench: "irc-servers",
    title: "The IRC server, next to ngircd and InspIRCd",
    text: "200 clients in one channel, one of them speaking as fast as all read; servers take turns.",
    plots: [
      {
        name: "irc",
        title: "Lines delivered in a second",
        rowsEnd: "",
        columns: ["lines delivered per second"],
      },
    ],
  },
  {
    bench: "chat",
    title: "The chat in the browser, next to The Lounge",
    text: "The dashboard of a station on air, and The Lounge 4.5, a web client for IRC with accounts. Each is on a channel of its own of the same ngircd, where a process of its own speaks, and each has its turn in a fresh Chromium, as a visitor who has been there before but has nothing in the cache. A line is in the page once it is in its DOM; the page keeps 200 lines of ours, so that of a burst those are never in it that are older by the time it draws, and 1,500 of The Lounge's. Both servers store the lines in a database. The server is the station's server process, which also does all that is no chat, or The Lounge's; all processes include those of the station's sound. The Lounge comes from the npm registry, with the newest irc-framework that is there.",
    plots: [
      {
        name: "chat-work",
        title: "Main thread of the page, % of a core",
        rowsEnd: ": page's main thread, % of a core",
        columns: ["neonrelay", "The Lounge"],
      },
      {
        name: "chat-server",
        title: "CPU of the server, % of a core",
        rowsEnd: ": server CPU, % of a core",
        columns: ["neonrelay", "The Lounge"],
      },
    ],
  },
  {
    bench: "library",
    title: "The API in a large library",
    text: "Search and browsing, as listeners do it; ten connections at once are as much as two processors can answer.",
    plots: [],
  },
  {
    bench: "hls",
    title: "HLS through nginx's cache",
    text: "5,000 players behind nginx on the same machine.",
    plots: [],
  },
  {
    bench: "station-soak",
    title: "A day of a whole station",
    text: "A day of a middling station in 16 to 20 minutes: launcher, on-air with its engine and the server, with listeners, chat, IRC, uploads and an operator. After each of its hours all visitors leave, and what the processes hold is looked at; the first six count as the warm-up.",
    plots: [],
    part: soakPart,
  },
  {
    bench: "years",
    title: "Two years of data",
    text: "Every call of the API that reads, 100 times (8 times when it is slow), in a station that has kept all of its two years on air, with 10,000 tracks, 60 playlists (20 of them smart), 24 clocks, 50 shows, 200 entries in its schedule and 2,000 accounts. A call may take 100 ms (p99) and answer 128 KiB; lists of a largest length may answer more.",
    plots: [],
    part: yearsPart,
  },
];

/** In page order. */
export const keptBenches: readonly string[] = sections.map(({ bench }) => bench);

/** docs/measured/performance.md. */
export function performancePage(results: readonly StoredResult[]): string {
  const parts = sections.flatMap((section) => {
    const result = results.find(({ bench }) => bench === section.bench);
    return result === undefined ? [] : [sectionOf(section, result)];
  });
  const missing = sections.filter(({ bench }) => !results.some((result) => result.bench === bench));
  return `# Performance

Made from what \`npm run bench\` measured: change nothing here by hand. \`npm run bench -- --figures\` measures most of it in
half an hour and \`npm run bench -- --pages\` makes this page. [From one machine to a million listeners](scale.md) says
what follows from it.

- Programs that are compared run in turns or at the same time on one machine, so that what else it does falls on both alike.
- A figure is the median of its rounds; in brackets is the spread, from the least to the most.
- Load comes from processes of their own, over the loopback interface. They use the same processors, and their CPU is stated.
- Measured on: ${machinesOf(results)}. Compare ratios; seconds and per cent are those of this machine.

## Aims

${tableOfAims(results)}
${notesOn(results)
  .map((note) => `\n${note}\n`)
  .join("")}${reasonsOf(results)}
${parts.join("\n")}${missing.length === 0 ? "" : `\n## Not measured\n\n${missing.map(({ title, bench }) => `- ${title}: \`npm run bench -- ${bench}\``).join("\n")}\n`}`;
}

/** The pictures of the page. */
export function plotsOf(
  results: readonly StoredResult[],
): readonly { readonly name: string; readonly svg: string }[] {
  return sections.flatMap(({ bench, plots }) => {
    const result = results.find((each) => each.bench === bench);
    if (result === undefined) return [];
    return plots.map(({ name, title, rowsEnd, columns }) => ({
      name,
      svg: plotOf({ title, groups: groupsOf(result.rows, { rowsEnd, columns }) }),
    }));
  });
}

function sectionOf({ title, text, plots, bench, part }: Section, result: StoredResult): string {
  const pictures = plots.map((plot) => `![${plot.title}](plots/${plot.name}.svg)\n\n`);
  return `
## ${title}

${text} \`npm run bench -- ${bench}\`

${pictures.join("")}${part === undefined ? tableOfRows(result.rows) : part(result)}
`;
}

function groupsOf(
  rows: readonly StoredRow[],
  { rowsEnd, columns }: Pick<Plot, "rowsEnd" | "columns">,
): readonly PlotGroup[] {
  return rows
    .filter(({ what }) => what.endsWith(rowsEnd))
    .map(({ what, figures }) => ({
      label: what.slice(0, what.length - rowsEnd.length),
      bars: columns.flatMap((side) => {
        const values = figures[side];
        return values === undefined ? [] : [{ side, values }];
      }),
    }))
    .filter(({ bars }) => bars.length > 0);
}

function machinesOf(results: readonly StoredResult[]): string {
  const words = results.map(
    ({ machine }) =>
      `${machine.cores} cores, ${machine.memoryGib} GiB of memory, ${machine.system}, Node ${machine.nodeMajor}`,
  );
  return [...new Set(words)].join("; and ");
}

function tableOfAims(results: readonly StoredResult[]): string {
  return tableOf(
    ["Aim", "bound", "measured", "reached"],
    aims.map((aim) => {
      const values = valuesAt(results, aim);
      return [
        aim.text,
        boundOf(aim),
        values === null ? "not measured" : shownSpread(values),
        values === null ? "" : isReachedBy(values, aim) ? "yes" : "no",
      ];
    }),
  );
}

function reasonsOf(results: readonly StoredResult[]): string {
  const reasons = aims.flatMap((aim) => {
    const values = valuesAt(results, aim);
    const isMissed = values !== null && !isReachedBy(values, aim);
    const reason = isMissed ? reasonOf(aim, results) : "";
    return reason === "" ? [] : [`- ${aim.text}: ${reason}`];
  });
  return reasons.length === 0 ? "" : `\nWhy an aim is not reached:\n\n${reasons.join("\n")}\n`;
}

/** The median decides. */
function isReachedBy(values: readonly number[], aim: Aim): boolean {
  return isReached(spreadOf(values).median, aim);
}

function boundOf({ limit }: Aim): string {
  return "most" in limit
    ? `at most ${shownNumber(limit.most)}`
    : `at least ${shownNumber(limit.least)}`;
}
