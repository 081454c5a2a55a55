import type { ClockSlot, ContentKind, SlotContent, SlotStart } from "@neonrelay/contract/callers";
import { lineColor } from "../../../ui/programme-color.ts";

const HOUR_SECONDS = 3600;
/** The assumed length of an unknown track. */
const usualSeconds: Readonly<Record<ContentKind, number>> = {
  music: 210,
  jingle: 12,
  spot: 30,
  speech: 180,
};

const kindNames: Readonly<Record<ContentKind, { readonly one: string; readonly many: string }>> = {
  music: { one: "Music", many: "Music" },
  jingle: { one: "A jingle", many: "Jingles" },
  spot: { one: "A spot", many: "Spots" },
  speech: { one: "Speech", many: "Speech" },
};

/** Names by id, if loaded. */
export type NameOf = (id: string) => string | undefined;

/** A slot's content in a few words. */
export function slotWords({ content, length }: ClockSlot, nameOf: NameOf): string {
  switch (content.kind) {
    case "playlist":
      return nameOf(content.playlistId) ?? "Deleted playlist";
    case "content": {
      const { one, many } = kindNames[content.contentKind];
      return length.kind === "tracks" && length.tracks === 1 ? one : many;
    }
    case "track":
      return nameOf(content.trackId) ?? "One fixed track";
    case "break":
      return `Spot break: ${nameOf(content.playlistId) ?? "deleted playlist"}`;
    case "requests":
      return content.playlistId === null
        ? "Requests"
        : `Requests, else ${nameOf(content.playlistId) ?? "a deleted playlist"}`;
    default:
      return content satisfies never;
  }
}

/** A slot's length: '3 tracks', 'Until the next time', '2 spots'. */
export function lengthWords({ content, length }: ClockSlot): string {
  if (content.kind === "track") return "1 track";
  if (content.kind === "break") return content.spots === 1 ? "1 spot" : `${content.spots} spots`;
  if (length.kind === "rest") return "Until the next time";
  return length.tracks === 1 ? "1 track" : `${length.tracks} tracks`;
}

/** When a slot begins: 'Then', 'From :15:00', 'Exactly :00:00'. */
export function startWords(start: SlotStart): string {
  switch (start.kind) {
    case "follow":
      return "Then";
    case "soft":
      return `From ${minuteAndSecond(start.second)}`;
    case "exact":
      return `Exactly ${minuteAndSecond(start.second)}`;
    case "window":
      return `${minuteAndSecond(start.second)} to ${minuteAndSecond(start.untilSecond)}`;
    default:
      return start satisfies never;
  }
}

/** '15:00' of a second of the hour. */
export function minuteAndSecond(second: number): string {
  return [Math.floor(second / 60), second % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** '15:00' as a second of the hour; undefined when invalid. */
export function secondOf(text: string): number | undefined {
  const found = /^(?<minutes>[0-5]?\d):(?<seconds>[0-5]\d)$/.exec(text.trim())?.groups;
  if (found === undefined) return undefined;
  return Number(found["minutes"]) * 60 + Number(found["seconds"]);
}

/** The defaults of each content. */
export function contentOf(
  kind: SlotContent["kind"],
  { playlistId, trackId }: { readonly playlistId: string; readonly trackId: string },
): SlotContent {
  switch (kind) {
    case "playlist":
      return { kind, playlistId };
    case "content":
      return { kind, contentKind: "music" };
    case "track":
      return { kind, trackId };
    case "break":
      return { kind, playlistId, spots: 2 };
    case "requests":
      return { kind, playlistId: null };
    default:
      return kind satisfies never;
  }
}

/** Moves a slot. @param index counts from 0 */
export function withSlotMoved(
  slots: readonly ClockSlot[],
  { id, index }: { readonly id: string; readonly index: number },
): readonly ClockSlot[] {
  const moved = slots.find((slot) => slot.id === id);
  const others = slots.filter((slot) => slot.id !== id);
  return moved === undefined ? others : others.toSpliced(Math.max(0, index), 0, moved);
}

/** Why the slots can't be saved; undefined if they can. */
export function orderProblem(slots: readonly ClockSlot[]): string | undefined {
  let before = -1;
  let isBehindWindow = false;
  for (const { start } of slots) {
    if (start.kind === "follow") continue;
    if (start.second <= before && isBehindWindow)
      return `The slot at ${minuteAndSecond(start.second)} lies in the window before it.`;
    if (start.second <= before)
      return `The slot at ${minuteAndSecond(start.second)} must come before the one at ${minuteAndSecond(before)}. Move it up.`;
    if (start.kind === "window" && start.untilSecond <= start.second)
      return `The slot at ${minuteAndSecond(start.second)} must have a later time as its end.`;
    isBehindWindow = start.kind === "window";
    before = start.kind === "window" ? start.untilSecond : start.second;
  }
  return undefined;
}

/** A part of the hour; if slot is null, the station's playlists fill it. */
interface HourPart {
  readonly slot: ClockSlot | null;
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** A preview of the hour: timed slots start at their time, the others last as long as such tracks usually do. */
export function partsOfHour(slots: readonly ClockSlot[]): readonly HourPart[] {
  return groupsOf(slots).flatMap(({ fromSecond, toSecond, members }) => {
    const room = toSecond - fromSecond;
    const fixed = members.reduce((sum, slot) => sum + (secondsOf(slot) ?? 0), 0);
    const rests = members.filter((slot) => secondsOf(slot) === undefined).length;
    const scale = fixed > room ? room / fixed : 1;
    const restSeconds = rests === 0 ? 0 : Math.max(0, room - fixed) / rests;
    let at = fromSecond;
    const parts: HourPart[] = members.map((slot) => {
      const from = at;
      at += (secondsOf(slot) ?? restSeconds) * scale;
      return { slot, fromSecond: Math.round(from), toSecond: Math.round(at) };
    });
    const end = Math.round(at);
    return end < toSecond ? [...parts, { slot: null, fromSecond: end, toSecond }] : parts;
  });
}

interface Group {
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly members: readonly ClockSlot[];
}

/** From each time to the next, or to the end of the hour. */
function groupsOf(slots: readonly ClockSlot[]): readonly Group[] {
  const starts: { fromSecond: number; members: ClockSlot[] }[] = [{ fromSecond: 0, members: [] }];
  for (const slot of slots) {
    if (slot.start.kind !== "follow") starts.push({ fromSecond: slot.start.second, members: [] });
    starts.at(-1)?.members.push(slot);
  }
  return starts
    .map((group, index) => ({
      ...group,
      toSecond: Math.max(group.fromSecond, starts[index + 1]?.fromSecond ?? HOUR_SECONDS),
    }))
    .filter(({ fromSecond, toSecond }) => toSecond > fromSecond);
}

/** undefined: until the next time. */
function secondsOf({ content, length }: ClockSlot): number | undefined {
  if (content.kind === "track") return usualSeconds.music;
  if (content.kind === "break") return content.spots * usualSeconds.spot;
  if (length.kind === "rest") return undefined;
  const kind = content.kind === "content" ? content.contentKind : "music";
  return length.tracks * usualSeconds[kind];
}

/** The colour of a slot's content. */
export function slotColor(content: SlotContent): string {
  switch (content.kind) {
    case "playlist":
      return lineColor("cyan");
    case "track":
      return lineColor("violet");
    case "requests":
      return lineColor("green");
    case "break":
      return lineColor("amber");
    case "content":
      switch (content.contentKind) {
        case "music":
          return lineColor("cyan");
        case "jingle":
          return lineColor("magenta");
        case "spot":
          return lineColor("amber");
        case "speech":
          return lineColor("green");
        default:
          return content.contentKind satisfies never;
      }
    default:
      return content satisfies never;
  }
}
