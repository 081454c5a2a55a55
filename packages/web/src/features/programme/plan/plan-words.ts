import type {
  AiredItem,
  PlanItem,
  PlanReason,
  SeparationRule,
  SlotContent,
} from "@neonrelay/contract/callers";

type Placed = Pick<PlanItem, "playlist" | "show" | "clock" | "slotId" | "slot" | "start">;

const anyOfKind = {
  music: "Any music",
  jingle: "Any jingle",
  spot: "Any spot",
  speech: "Any speech",
} as const;

/** The source of a planned track: its playlist, or its slot. */
export function sourceWords(item: Pick<PlanItem, "isByHand" | "request"> & Placed): string {
  const { request, slot } = item;
  if (request !== null) {
    const who = request.requestedBy === null ? "A request" : request.requestedBy;
    return `Request slot: ${who} waits with “${request.title}”`;
  }
  if (item.isByHand) return "Placed by an operator";
  const source = placedSource(item);
  return slot?.content.kind === "requests" ? `Request slot, else ${source}` : source;
}

/** The source of something that was on air. */
export function airedSourceWords(
  item: Pick<AiredItem, "rule" | "djName" | "requestedBy"> & Placed,
): string {
  switch (item.rule) {
    case "hand":
      return "Placed by an operator";
    case "request":
      return item.requestedBy === null ? "From the queue" : `Requested by ${item.requestedBy}`;
    case "dj":
      return item.djName === null ? "Live" : `Live: ${item.djName}`;
    case "rotation":
      return "Rotation of the library";
    case "unknown":
      return "No longer known";
    case "requests":
      return item.requestedBy === null
        ? `Request slot, none came: ${placedSource(item)}`
        : `Request slot: requested by ${item.requestedBy}`;
    case "slot":
    case "break":
    case "playlist":
    case "fallback":
    case "minute-of-hour":
    case "every-minutes":
    case "every-tracks":
    case "weight":
    case "library":
      return placedSource(item);
    default:
      return item.rule satisfies never;
  }
}

/** 'Night Flight · Music hour'; undefined if nothing is scheduled. */
export function placeWords({ show, clock }: Pick<Placed, "show" | "clock">): string | undefined {
  const names = [show, clock].flatMap((named) => named?.name ?? []);
  return names.length === 0 ? undefined : names.join(" · ");
}

/** The mark for a time that is more than expected. */
export function startMark({ kind }: PlanItem["start"]): string | undefined {
  switch (kind) {
    case "follow":
      return undefined;
    case "soft":
      return "Soft";
    case "exact":
      return "Exact";
    case "window":
      return "Window";
    default:
      return kind satisfies never;
  }
}

const liveTips = {
  wait: "waits for a DJ to leave",
  interrupt: "interrupts a DJ",
  duck: "plays over a DJ",
} as const;

/** What the mark means. */
export function startTip(start: PlanItem["start"]): string | undefined {
  switch (start.kind) {
    case "follow":
      return undefined;
    case "soft":
      return "Begins at the first join from its time on";
    case "exact":
      return `Begins at that very second; ${liveTips[start.whileLive]}`;
    case "window":
      return `Begins at the first join in its window, or at the end of it; ${liveTips[start.whileLive]}`;
    default:
      return start satisfies never;
  }
}

function placedSource({ playlist, slot, slotId }: Placed): string {
  if (playlist !== null) return playlist.name;
  if (slot !== null) return slotSource(slot.content);
  return slotId === null ? "Library" : "A slot that is gone";
}

function slotSource(content: SlotContent): string {
  switch (content.kind) {
    case "playlist":
    case "break":
      // The slot's playlist had nothing to give.
      return "Library";
    case "content":
      return anyOfKind[content.contentKind];
    case "track":
      return "Fixed track";
    case "requests":
      return "Library";
    default:
      return content satisfies never;
  }
}

/** Why each separation rule excludes a track. */
const restWords: Readonly<Record<SeparationRule | "turn", string>> = {
  track: "The same track was on air too recently",
  title: "The same title was on air too recently",
  artist: "The artist was on air too recently",
  album: "The album was on air too recently",
  hour: "It was on air at this hour yesterday",
  turn: "Its turn comes later",
};

const separationNames: Readonly<Record<SeparationRule, string>> = {
  track: "Track",
  title: "Title",
  artist: "Artist",
  album: "Album",
  hour: "Not at yesterday's hour",
};

/** Why a track was not chosen. */
export function lostWords(lostBy: SeparationRule | "turn"): string {
  return restWords[lostBy];
}

/** The ignored rules, in one line; undefined: none. */
export function gaveWayWords(gaveWay: readonly SeparationRule[]): string | undefined {
  if (gaveWay.length === 0) return undefined;
  return `Ignored rules: ${gaveWay.map((rule) => separationNames[rule].toLowerCase()).join(", ")}`;
}

/** More rows than not ignore a rule. `tracks`: how many there are to repeat; undefined: there are enough. */
export function scarcityOf(
  items: readonly Pick<PlanItem, "gaveWay" | "track">[],
): { readonly tracks: number; readonly gaveWay: readonly SeparationRule[] } | undefined {
  const ignoring = items.filter(({ gaveWay }) => gaveWay.length > 0);
  if (ignoring.length * 2 <= items.length) return undefined;
  return {
    tracks: new Set(ignoring.map(({ track }) => track.id)).size,
    gaveWay: separationOrder.filter((rule) =>
      ignoring.some(({ gaveWay }) => gaveWay.includes(rule)),
    ),
  };
}

/** How many tracks there were to choose from, and how many each rule excluded, as names and values. */
export function countsOf({
  considered,
  keptOut,
}: Pick<PlanReason, "considered" | "keptOut">): readonly (readonly [string, string])[] {
  const kept = separationOrder
    .map((rule) => [rule, keptOut[rule]] as const)
    .filter(([, count]) => count > 0);
  return [
    ["Tracks to choose from", String(considered)],
    ...kept.map(
      ([rule, count]) =>
        [`Excluded: ${separationNames[rule].toLowerCase()}`, String(count)] as const,
    ),
  ];
}

const separationOrder = ["track", "title", "artist", "album", "hour"] as const;
