import type { ReportAnswers } from "@neonrelay/contract";
import {
  gvlSheet,
  playRow,
  playTableHead,
  pplRow,
  pplSummary,
  soundExchangeCensus,
  soundExchangeSample,
} from "./report-formats.ts";
import {
  countPlay,
  countRecording,
  isMusic,
  type Recording,
  sortRecordings,
  type Totals,
} from "./report-rules.ts";
import type { ReportPlay } from "./report-play.ts";

/** Recordings of one report, which are in memory together. */
const MAX_RECORDINGS = 50_000;

/** A report can't be made; the message is for operators. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

/** Reads the plays of a report from the oldest. */
type ReadPlays = () => AsyncIterable<readonly ReportPlay[]>;

/**
 * The text of a report, in pieces. The same plays give the same text.
 * @param totals gets the sums of the plays
 * @throws ReportError when it has too many recordings
 */
export async function* reportText(
  answers: ReportAnswers,
  { readPlays, totals }: { readonly readPlays: ReadPlays; readonly totals: Totals },
): AsyncGenerator<string> {
  const { kind, service, timeZone } = answers;
  if (kind === "csv") {
    yield playTableHead(answers);
    for await (const page of readPlays()) {
      for (const play of page) countPlay(totals, play);
      yield page.map((play) => playRow(play, answers)).join("");
    }
    return;
  }
  if (service === null) throw new Error(`a ${kind} report has no service`);
  switch (kind) {
    case "ppl":
      for await (const page of readPlays()) for (const play of page) countPlay(totals, play);
      yield* pplSummary({ ...answers, service }, totals);
      for await (const page of readPlays())
        yield page.map((play) => pplRow(play, timeZone)).join("");
      return;
    case "gvl":
      yield* gvlSheet(await readRecordings(readPlays, totals));
      return;
    case "soundexchange":
      yield* soundExchangeCensus(service, await readRecordings(readPlays, totals));
      return;
    case "soundexchange-sample": {
      const recordings = await readRecordings(readPlays, totals);
      yield* soundExchangeSample(service, { recordings, totals });
      return;
    }
    default:
      kind satisfies never;
  }
}

async function readRecordings(readPlays: ReadPlays, totals: Totals): Promise<readonly Recording[]> {
  const recordings = new Map<string, Recording>();
  for await (const page of readPlays()) {
    for (const play of page) {
      countPlay(totals, play);
      if (isMusic(play)) countRecording(recordings, play);
    }
    if (recordings.size > MAX_RECORDINGS)
      throw new ReportError(`It has more than ${MAX_RECORDINGS} recordings: choose fewer days`);
  }
  return sortRecordings(recordings);
}
