import { kernelPercent, medianAt, type Aim, type Results } from "./aim-figures.ts";
import { deliveryCostOf, measuredCrowds, partsOf } from "./delivery-cost-rules.ts";
import {
  ACCEPT_LIMIT_MS,
  listenerCases,
  listenerRow,
  type ListenerCase,
  type ListenerFigure,
} from "./listener-cases.ts";
import { profileColumns } from "./profile-rules.ts";
import { shownNumber } from "./result-rules.ts";

const perGigabit = "CPU per delivered Gbit, s";
const MAX_OF_ICECAST = 0.15;
/** Size of the crowd whose profile is in the results. */
const PROFILED_LISTENERS = 4000;

/** On-air's CPU next to Icecast's at equal delivery, for each crowd. */
export const deliveryAims: readonly Aim[] = listenerCases.map((each) => ({
  text: `${shownNumber(each.listeners)} listeners at ${each.bitrateKbps} kbit/s${each.wantsTitles ? ", ICY titles" : ""}: CPU for equal delivery, of Icecast's`,
  bench: "listeners",
  what: listenerRow(each, perGigabit),
  figure: "ratio",
  limit: { most: MAX_OF_ICECAST },
  why: (results) => {
    const found = [
      partsSentence(results, each),
      heldSentence(results, each),
      kernelSentence(results, each),
    ].filter((sentence) => sentence !== "");
    return found.length > 0
      ? found.join(" ")
      : "Each listener costs a write at each turn, and on the loopback interface part of the receiver's work.";
  },
}));

/** Cost of a gigabit on both sides; empty if not in the results. */
function partsSentence(results: Results, each: ListenerCase): string {
  const crowds = measuredCrowds(results);
  const cost = deliveryCostOf(crowds);
  const crowd = crowds.find(
    ({ listeners, bitrateKbps, wantsTitles }) =>
      listeners === each.listeners &&
      bitrateKbps === each.bitrateKbps &&
      wantsTitles === each.wantsTitles,
  );
  const icecast = icecastAt(results, each, perGigabit);
  if (cost === null || crowd === undefined || icecast === null) return "";
  const { process, listeners, gigabits, titles } = partsOf(cost, crowd);
  const others = listenerCases.flatMap((one) => icecastAt(results, one, perGigabit) ?? []);
  const seconds = (cores: number): string => shownNumber(cores / crowd.gbps);
  const withTitles = each.wantsTitles ? `, ${seconds(titles)} s for their titles` : "";
  return `By [its parts](scale.md#where-the-cores-come-from), a Gbit costs on-air ${seconds(process)} s for a process whatever its crowd, ${seconds(listeners)} s for ${shownNumber(Math.round(crowd.listeners / crowd.gbps))} listeners, ${shownNumber(Math.round(cost.perListener * 1e8) / 100)} us a second each at any bitrate${withTitles}, and ${seconds(gigabits)} s for the bits. It costs Icecast ${shownNumber(icecast)} s, so the aim is ${shownNumber(MAX_OF_ICECAST * icecast)} s; Icecast's with all crowds is ${shownNumber(Math.min(...others))} to ${shownNumber(Math.max(...others))} s.`;
}

/** How many listeners Icecast held, if it refused some. */
function heldSentence(results: Results, each: ListenerCase): string {
  const held = icecastAt(results, each, "accepted");
  return held === null || held >= each.listeners
    ? ""
    : `Icecast had ${shownNumber(Math.round(held))} of the ${shownNumber(each.listeners)} after ${ACCEPT_LIMIT_MS / 1000} s, so its figure is that of fewer listeners.`;
}

function kernelSentence(results: Results, each: ListenerCase): string {
  if (each.listeners !== PROFILED_LISTENERS) return "";
  const column = each.wantsTitles ? profileColumns.titles : profileColumns.listeners;
  const percent = kernelPercent(results, column);
  const ratio = medianAt(results, {
    bench: "listeners",
    what: listenerRow(each, perGigabit),
    figure: "ratio",
  });
  return percent === null || ratio === null
    ? ""
    : `Each listener costs a write at each turn. ${shownNumber(percent)} % of on-air's time is the kernel's, for these writes, for the receiver's end of the loopback interface and for changing to the receiver: ${shownNumber((ratio * percent) / 100)} of Icecast's time whatever our own code does.`;
}

function icecastAt(results: Results, each: ListenerCase, figure: ListenerFigure): number | null {
  return medianAt(results, {
    bench: "listeners",
    what: listenerRow(each, figure),
    figure: "icecast",
  });
}
