/** A crowd that on-air and Icecast get in turn. */
export interface ListenerCase {
  readonly listeners: number;
  readonly bitrateKbps: number;
  readonly wantsTitles: boolean;
}

/** Two CPUs carry at most 4,000 at 192 kbit/s next to the load generators; larger crowds get 64 kbit/s. */
export const listenerCases: readonly ListenerCase[] = [
  { listeners: 1000, bitrateKbps: 192, wantsTitles: false },
  { listeners: 1000, bitrateKbps: 192, wantsTitles: true },
  { listeners: 4000, bitrateKbps: 192, wantsTitles: false },
  { listeners: 4000, bitrateKbps: 192, wantsTitles: true },
  { listeners: 10_000, bitrateKbps: 64, wantsTitles: false },
  { listeners: 15_000, bitrateKbps: 64, wantsTitles: false },
  { listeners: 15_000, bitrateKbps: 64, wantsTitles: true },
];

/** Icecast accepts about 200 a second, so it holds fewer in the larger cases. */
export const ACCEPT_LIMIT_MS = 15_000;

/** Figures of each crowd. */
export type ListenerFigure =
  | "accepted"
  | "until all had sound, s"
  | "within 1 % of the bitrate"
  | "delivered, Mbit/s"
  | "CPU, % of a core"
  | "CPU per delivered Gbit, s"
  | "memory, MiB"
  | "load generators' CPU, % of a core";

/** Name of a result row. */
export function listenerRow(each: ListenerCase, figure: ListenerFigure): string {
  return `${crowdName(each)}: ${figure}`;
}

export function crowdName({ listeners, bitrateKbps, wantsTitles }: ListenerCase): string {
  return `${listeners} listeners at ${bitrateKbps} kbit/s${wantsTitles ? " with ICY titles" : ""}`;
}
