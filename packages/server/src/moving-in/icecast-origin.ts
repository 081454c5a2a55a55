import { createReadStream } from "node:fs";
import { glob, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { PlaylistLog, readIcecastXml } from "./icecast-rules.ts";
import { linesOf } from "./lines-of.ts";
import { MAX_PLAYS, UnreadableOrigin, type MovedStation } from "./moved-station.ts";

const MAX_XML_BYTES = 4 * 1024 * 1024;

/** The file closest to the folder: configuration and logs may be in different places. */
async function findBelow(folder: string, name: string): Promise<string | null> {
  const depthOf = (file: string) => file.split(path.sep).length;
  const found = await Array.fromAsync(glob(`**/${name}`, { cwd: folder }));
  const [nearest] = found.toSorted((a, b) => depthOf(a) - depthOf(b));
  return nearest === undefined ? null : path.join(folder, nearest);
}

/** Reads icecast.xml, or a folder that contains it and perhaps playlist.log. */
export async function readIcecastOrigin(place: string): Promise<MovedStation> {
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
