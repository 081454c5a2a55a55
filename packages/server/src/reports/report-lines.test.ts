import type { ReportAnswers } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { reportText } from "./report-lines.ts";
import { newTotals } from "./report-rules.ts";
import type { ReportPlay } from "./report-play.ts";
import { jingle, liveTitle, reportPlay } from "./test-report-plays.ts";

const service = { name: "Neon Relay", category: "Nonsubscription", channel: "Main" };
const answers = {
  from: "2027-03-01",
  to: "2027-03-01",
  timeZone: "Europe/Berlin",
  service,
  columns: null,
};
const plays = [reportPlay(), liveTitle, jingle, reportPlay({ joined: 3 })];

async function textOf(
  given: Pick<ReportAnswers, "kind"> & Partial<ReportAnswers>,
  reported: readonly ReportPlay[] = plays,
): Promise<string> {
  const readPlays = async function* () {
    for (const play of reported) yield [play];
  };
  const pieces: string[] = [];
  const text = reportText({ ...answers, ...given }, { readPlays, totals: newTotals() });
  for await (const piece of text) pieces.push(piece);
  return pieces.join("");
}

test("[K27] the census has one row for each recording and live title, in SoundExchange's form", async () => {
  expect(await textOf({ kind: "soundexchange" })).toBe(
    "^NAME_OF_SERVICE^|^TRANSMISSION_CATEGORY^|^FEATURED_ARTIST^|^SOUND_RECORDING_TITLE^|^ISRC^|^ALBUM_TITLE^|^MARKETING_LABEL^|^ACTUAL_TOTAL_PERFORMANCES^\r\n" +
      '^NEON RELAY^|^NONSUBSCRIPTION^|^=ADA^|^ONE   "TWO"  , THREE^|^^|^^|^^|5\r\n' +
      "^NEON RELAY^|^NONSUBSCRIPTION^|^NEON COAST^|^NIGHT DRIVE^|^DEA123456789^|^SIGNALS^|^RELAY RECORDS^|11\r\n",
  );
});

test("[K27] the sample has the hours of everything on air, the channel, and how often a recording played", async () => {
  expect(await textOf({ kind: "soundexchange-sample" }, [reportPlay(), jingle, reportPlay()])).toBe(
    "^NAME_OF_SERVICE^|^TRANSMISSION_CATEGORY^|^FEATURED_ARTIST^|^SOUND_RECORDING_TITLE^|^ISRC^|^ALBUM_TITLE^|^MARKETING_LABEL^|^AGGREGATE_TUNING_HOURS^|^CHANNEL_OR_PROGRAM_NAME^|^PLAY_FREQUENCY^\r\n" +
      "^NEON RELAY^|^NONSUBSCRIPTION^|^NEON COAST^|^NIGHT DRIVE^|^DEA123456789^|^SIGNALS^|^RELAY RECORDS^|0.83|^MAIN^|2\r\n",
  );
});

test("[K27] PPL's report has tracks an hour, listener hours and territories above the programme", async () => {
  expect(await textOf({ kind: "ppl" })).toBe(
    "\uFEFFService,Neon Relay\r\nChannel,Main\r\nFrom,2027-03-01\r\nTo,2027-03-01\r\nTime zone,Europe/Berlin\r\n" +
      "Hours,24\r\nTracks,3\r\nAverage tracks per hour,0.13\r\nTotal listener hours,1.50\r\n\r\n" +
      "Territory,Listener hours,Percent\r\nUS,0.83,55.56\r\nDE,0.50,33.33\r\nunknown,0.17,11.11\r\n\r\n" +
      "Date,Time,Artist,Title,Album,Label,ISRC,Played (s),Listeners\r\n" +
      "2027-03-01,13:00:00,Neon Coast,Night Drive,Signals,Relay Records,DEA123456789,180,10\r\n" +
      '2027-03-01,14:00:00,\'=Ada,"One | ""two"" ^, three",,,,60,5\r\n' +
      "2027-03-01,13:00:00,Neon Coast,Night Drive,Signals,Relay Records,DEA123456789,180,11\r\n",
  );
});

test("[K27] the sheet by recording has durations, plays, hours and countries", async () => {
  expect(await textOf({ kind: "gvl" }, [reportPlay(), jingle, reportPlay()])).toBe(
    "\uFEFFTitle,Artist,Album,Label,Label code,ISRC,Duration (s),Plays,Played (s),Listeners,Listening hours,Countries\r\n" +
      "Night Drive,Neon Coast,Signals,Relay Records,,DEA123456789,180,2,360,20,1.00,DE 50.0 %; US 50.0 %\r\n",
  );
});

test("[K27] a table of plays has the chosen columns in their order, everything that was on air, and no formula", async () => {
  const columns = ["kind", "artist", "title", "performances", "startedAt"] as const;

  expect(await textOf({ kind: "csv", service: null, columns: [...columns] })).toBe(
    "\uFEFFkind,artist,title,performances,startedAt\r\n" +
      "music,Neon Coast,Night Drive,10,2027-03-01T12:00:00.000Z\r\n" +
      'live,\'=Ada,"One | ""two"" ^, three",5,2027-03-01T13:00:00.000Z\r\n' +
      "jingle,Neon Coast,Ident,10,2027-03-01T14:00:00.000Z\r\n" +
      "music,Neon Coast,Night Drive,11,2027-03-01T12:00:00.000Z\r\n",
  );
});

test("a table of plays has all columns unless some are chosen", async () => {
  expect(await textOf({ kind: "csv" }, [reportPlay()])).toBe(
    "\uFEFFstartedAt,date,time,kind,artist,title,album,label,isrc,dj,durationSeconds,playedSeconds,performances,listeningHours,listenersAtStart,listenersJoined,countries\r\n" +
      "2027-03-01T12:00:00.000Z,2027-03-01,13:00:00,music,Neon Coast,Night Drive,Signals,Relay Records,DEA123456789,,180,180,10,0.5000,8,2,DE 50.0 %; US 50.0 %\r\n",
  );
});

test("[K28] recordings stand in the same order, whatever order they were played in", async () => {
  const titles = ["b", "a", "Ä", "B"].map((title, index) =>
    reportPlay({ title, trackId: `00000000-0000-4000-8000-00000000001${index}` }),
  );

  const text = await textOf({ kind: "gvl" }, titles);

  expect(await textOf({ kind: "gvl" }, titles.toReversed())).toBe(text);
  expect(text.split("\r\n").map((line) => line.split(",")[0])).toEqual([
    "\uFEFFTitle",
    "B",
    "a",
    "b",
    "Ä",
    "",
  ]);
});

test("a report of too many recordings is refused", async () => {
  const many = Array.from({ length: 50_001 }, (_, index) =>
    reportPlay({ trackId: null, title: String(index) }),
  );

  await expect(textOf({ kind: "gvl" }, many)).rejects.toThrow("more than 50000 recordings");
});
