import { cleanText } from "../playlists/files/file-playlist.ts";
import { xmlEvents } from "../playlists/files/xml-events.ts";
import {
  emptyStation,
  type LeftBehind,
  type MovedPlay,
  type MovedStation,
  type OldAddress,
  type OldFormat,
} from "./moved-station.ts";

/** An element with its text and its children. */
interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

const MAX_DEPTH = 20;

/** Reads the mounts of an icecast.xml, and its features without an equivalent here. */
export function readIcecastXml(text: string): MovedStation | null {
  const root = treeOf(text).children.find(({ name }) => name === "icecast");
  if (root === undefined) return null;
  const leftBehind: LeftBehind[] = [];
  const leave = (what: string, why: string) => leftBehind.push({ what, why });
  const addresses: OldAddress[] = [];
  for (const mount of all(root, "mount")) {
    const name = textOf(mount, "mount-name");
    if (name === null) {
      if (mount.children.length > 0) leave("defaults for mounts", "each mount is set up by itself");
      continue;
    }
    addresses.push({ path: name, format: formatOf(name, textOf(mount, "type")) });
    if (textOf(mount, "password") !== null)
      leave(`source password of ${name}`, "each DJ has an account and a stream key of their own");
    if (textOf(mount, "fallback-mount") !== null)
      leave(`fallback of ${name}`, "the programme goes on when a DJ leaves");
    if (all(mount, "authentication").length > 0)
      leave(`listener sign-in of ${name}`, "everyone can listen");
    if (textOf(mount, "intro") !== null) leave(`intro of ${name}`, "use a jingle playlist");
    if (textOf(mount, "max-listeners") !== null)
      leave(`listener limit of ${name}`, "one limit holds for all: Settings, Streaming");
  }
  for (const relay of all(root, "relay")) {
    const server = textOf(relay, "server") ?? "?";
    const from = textOf(relay, "mount") ?? "/";
    const local = textOf(relay, "local-mount") ?? from;
    leave(
      `relay of ${server}${from} on ${local}`,
      "add it under Music Upload, External Stream; it then plays like a track",
    );
  }
  if (textOf(root, "master-server") !== null)
    leave("master server", "to relay to other servers, add them under Settings, Streaming");
  for (const socket of all(root, "listen-socket")) {
    const port = textOf(socket, "port");
    if (port !== null && port !== "8000")
      leave(`port ${port}`, `set STREAM_PORT=${port} so that old addresses work`);
  }
  const authentication = root.children.find(({ name }) => name === "authentication");
  if (authentication !== undefined)
    leave("source and admin passwords", "each DJ and operator has an account of their own");
  return { ...emptyStation, addresses: unique(addresses), leftBehind };
}

/** `07/Mar/2027:18:30:05 +0100|/live.mp3|12|Artist - Title` */
const PLAYLIST_LINE =
  /^(?<day>\d\d)\/(?<month>[A-Z][a-z]{2})\/(?<year>\d{4}):(?<time>\d\d:\d\d:\d\d) (?<zone>[+-]\d{4})\|(?<mount>[^|]*)\|(?<listeners>\d*)\|(?<title>.*)$/;
const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
/** Anything longer was a break. */
const LONGEST_MS = 3 * 60 * 60 * 1000;

/** Parses Icecast's playlist.log, which lists the titles of mounts; each play ends with the next one on its mount. */
export class PlaylistLog {
  readonly plays: MovedPlay[] = [];
  /** Lines that could not be parsed. */
  badLines = 0;
  readonly #lastOf = new Map<string, number>();

  add(line: string): void {
    if (line.trim() === "") return;
    const {
      day,
      month = "",
      year,
      time,
      zone,
      mount,
      title,
    } = PLAYLIST_LINE.exec(line)?.groups ?? {};
    const monthIndex = months.indexOf(month);
    const startedAtMs = Date.parse(
      `${year}-${String(monthIndex / 3 + 1).padStart(2, "0")}-${day}T${time}${zone}`,
    );
    const said = cleanText(title);
    if (mount === undefined || Number.isNaN(startedAtMs)) {
      this.badLines += 1;
      return;
    }
    const last = this.#lastOf.get(mount);
    const before = last === undefined ? undefined : this.plays[last];
    if (last !== undefined && before !== undefined) {
      const durationMs = startedAtMs - before.startedAtMs;
      if (durationMs > 0 && durationMs <= LONGEST_MS) this.plays[last] = { ...before, durationMs };
    }
    if (said === null) return;
    // The same title on several mounts is a single play.
    const key = `${Math.round(startedAtMs / 5000)} ${said}`;
    if (this.plays.slice(-20).some((play) => play.key === key)) return;
    const [artist = "", ...rest] = said.split(" - ");
    const isWhole = rest.length === 0;
    this.#lastOf.set(mount, this.plays.length);
    this.plays.push({
      key,
      trackKey: null,
      title: isWhole ? said : rest.join(" - "),
      artist: isWhole ? "" : artist,
      startedAtMs,
      durationMs: null,
      djName: null,
    });
  }
}

export function formatOf(path: string, type: string | null): OldFormat {
  if (/aac|mp4/i.test(type ?? "") || /\.(?:aac|m4a|aacp)$/i.test(path)) return "aac";
  return /ogg|opus/i.test(type ?? "") || /\.(?:ogg|oga|opus)$/i.test(path) ? "opus" : "mp3";
}

function unique(addresses: readonly OldAddress[]): readonly OldAddress[] {
  return [...new Map(addresses.map((address) => [address.path, address])).values()];
}

function treeOf(text: string): Element {
  const root: Element = { name: "", children: [], text: "" };
  const open = [root];
  for (const event of xmlEvents(text)) {
    const inner = open.at(-1) ?? root;
    if (event.kind === "text") inner.text += event.text;
    else if (event.kind === "open" && open.length < MAX_DEPTH) {
      const element = { name: event.name, children: [], text: "" };
      inner.children.push(element);
      open.push(element);
    } else if (event.kind === "close") {
      const at = open.findLastIndex(({ name }) => name === event.name);
      if (at > 0) open.length = at;
    }
  }
  return root;
}

function all(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}

function textOf(element: Element, name: string): string | null {
  return cleanText(all(element, name)[0]?.text);
}
