import { artistAndTitle } from "@neonrelay/contract";
import type { PlaylistFileFormat } from "@neonrelay/contract";
import { cleanText } from "./file-playlist.ts";

/** A track's fields in a playlist file. */
interface WrittenTrack {
  /** Absolute, or relative to a music folder. */
  readonly path: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly durationMs: number;
}

interface WrittenPlaylist {
  readonly title: string;
  readonly tracks: readonly WrittenTrack[];
}

/** Writes the playlist as a file, in UTF-8. */
export function writePlaylistFile(playlist: WrittenPlaylist, format: PlaylistFileFormat): string {
  switch (format) {
    case "m3u8":
      return writeM3u(playlist);
    case "pls":
      return writePls(playlist);
    case "xspf":
      return writeXspf(playlist);
    case "jspf":
      return writeJspf(playlist);
    default:
      return format satisfies never;
  }
}

function writeM3u({ title, tracks }: WrittenPlaylist): string {
  const lines = tracks.flatMap((track) => [
    `#EXTINF:${secondsOf(track)},${nameOf(track)}`,
    lineOf(track.path),
  ]);
  return `${["#EXTM3U", `#PLAYLIST:${cleanText(title) ?? ""}`, ...lines].join("\n")}\n`;
}

function writePls({ title, tracks }: WrittenPlaylist): string {
  const lines = tracks.flatMap((track, index) => [
    `File${index + 1}=${lineOf(track.path)}`,
    `Title${index + 1}=${nameOf(track)}`,
    `Length${index + 1}=${secondsOf(track)}`,
  ]);
  const head = ["[playlist]", `X-GNOME-Title=${cleanText(title) ?? ""}`];
  const tail = [`NumberOfEntries=${tracks.length}`, "Version=2"];
  return `${[...head, ...lines, ...tail].join("\n")}\n`;
}

/** https://www.xspf.org/spec, version 1. */
function writeXspf({ title, tracks }: WrittenPlaylist): string {
  const items = tracks.flatMap((track) => [
    "    <track>",
    ...element("location", uriOf(track.path)),
    ...element("title", track.title),
    ...element("creator", track.artist),
    ...element("album", track.album),
    ...element("duration", String(Math.round(track.durationMs))),
    "    </track>",
  ]);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    `  <title>${escaped(cleanText(title) ?? "")}</title>`,
    "  <trackList>",
    ...items,
    "  </trackList>",
    "</playlist>",
  ];
  return `${lines.join("\n")}\n`;
}

/** https://www.xspf.org/jspf */
function writeJspf({ title, tracks }: WrittenPlaylist): string {
  const track = tracks.map(({ path, title: name, artist, album, durationMs }) => ({
    location: [uriOf(path)],
    title: name,
    creator: artist,
    ...(album !== null && { album }),
    duration: Math.round(durationMs),
  }));
  return `${JSON.stringify({ playlist: { title, track } }, null, 2)}\n`;
}

function secondsOf({ durationMs }: WrittenTrack): number {
  return durationMs > 0 ? Math.round(durationMs / 1000) : -1;
}

function nameOf({ artist, title }: WrittenTrack): string {
  return cleanText(artistAndTitle({ title, artist }, "-")) ?? "";
}

/** Percent-encodes characters that a line can't hold, and paths that look like web addresses. */
function lineOf(path: string): string {
  const isPlain =
    path === path.trim() && !/^[#[]|^file:|^[a-z][a-z\d+.-]*:\/\/|\p{Cc}/iu.test(path);
  return isPlain ? path : uriOf(path);
}

/** RFC 3986 §4.2 and RFC 8089. */
function uriOf(path: string): string {
  const uri = path
    .toWellFormed()
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
  return uri.startsWith("/") ? `file://${uri}` : uri;
}

function element(name: string, value: string | null): readonly string[] {
  const text = cleanText(value);
  if (text === null && name !== "location") return [];
  // A location is ASCII and may be longer.
  const shown = name === "location" ? (value ?? "") : (text ?? "");
  return [`      <${name}>${escaped(shown)}</${name}>`];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
