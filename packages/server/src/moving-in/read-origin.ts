import path from "node:path";
import { readAzuracast } from "./azuracast-rules.ts";
import { azuracastTables } from "./azuracast-columns.ts";
import { findDump, openDump } from "./dump-file.ts";
import { libretimeTables } from "./libretime-columns.ts";
import { readLibretime } from "./libretime-rules.ts";
import { readM3uOrigin } from "./m3u-origin.ts";
import { runInSlices } from "../programme/small-steps.ts";
import { MAX_PLAYS, type MovedStation, type Origin, UnreadableOrigin } from "./moved-station.ts";
import { readSqlDump } from "./sql-dump.ts";
import { createReadStream } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import { PlaylistLog, readIcecastXml } from "./icecast-rules.ts";
import { linesOf } from "./lines-of.ts";

/**
 * @param stationName selects one of several stations; null: the only one
 * @throws UnreadableOrigin, and errors of the file system
 */
export async function readOrigin(
  origin: Origin,
  { place, stationName }: { readonly place: string; readonly stationName: string | null },
): Promise<MovedStation> {
  switch (origin) {
    case "azuracast": {
      const bytes = await openDump(await findDump(place));
      const dump = await readSqlDump(bytes, { tables: azuracastTables, dialect: "mysql" });
      return await runInSlices(readAzuracast(dump, stationName));
    }
    case "libretime": {
      const bytes = await openDump(await findDump(place));
      const dump = await readSqlDump(bytes, { tables: libretimeTables, dialect: "postgres" });
      return await runInSlices(readLibretime(dump));
    }
    case "m3u":
      return await readM3uOrigin(place);
    case "icecast":
      return await readIcecastOrigin(place);
    default:
      return origin satisfies never;
  }
}

const MAX_XML_BYTES = 4 * 1024 * 1024;

/** The file closest to the folder: configuration and logs may be in different places. */
async function findBelow(folder: string, name: string): Promise<string | null> {
  const depthOf = (file: string) => file.split(path.sep).length;
  const found = await Array.fromAsync(glob(`**/${name}`, { cwd: folder }));
  const [nearest] = found.toSorted((a, b) => depthOf(a) - depthOf(b));
  return nearest === undefined ? null : path.join(folder, nearest);
}

/** Reads icecast.xml, or a folder that contains it and perhaps playlist.log. */
async function readIcecastOrigin(place: string): Promise<MovedStation> {
  const isFolder = (await stat(place)).isDirectory();
  const own = path.join(place, "icecast.xml");
  const below = isFolder ? await findBelow(place, "icecast.xml") : null;
  const xml = isFolder ? (below ?? own) : place;
  const { size } = await stat(xml).catch(() => {
    throw new UnreadableOrigin(`there is no icecast.xml in ${place}`);
  });
  if (size > MAX_XML_BYTES) throw new UnreadableOrigin("it is too large for an icecast.xml");
  const station = readIcecastXml(await readFile(xml, "utf8"));
  if (station === null) throw new UnreadableOrigin("it is not an icecast.xml");
  const log = new PlaylistLog();
  const beside = path.join(path.dirname(xml), "playlist.log");
  const logFile = isFolder ? ((await findBelow(place, "playlist.log")) ?? beside) : beside;
  const hasLog = await stat(logFile).then(
    (found) => found.isFile(),
    () => false,
  );
  if (hasLog) for await (const { text } of linesOf(createReadStream(logFile))) log.add(text);
  const leftBehind = [...station.leftBehind];
  if (!hasLog)
    leftBehind.push({
      what: "history",
      why: "there is no playlist.log beside it (Icecast writes one when playlistlog is set)",
    });
  if (log.badLines > 0)
    leftBehind.push({ what: `${log.badLines} lines of playlist.log`, why: "not understood" });
  leftBehind.push({ what: "access.log", why: "the station counts its listeners itself" });
  return { ...station, plays: log.plays.slice(-MAX_PLAYS), leftBehind };
}
