import type { ListeningHistory } from "@neonrelay/contract/callers";
import { formatCount } from "../../ui/count-of.ts";
import { UNKNOWN } from "../../ui/format-time.ts";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { csvHours } from "./csv-rules.ts";
import { type Csv, CsvButton, FigurePanel } from "./figure-panel.tsx";
import { type Column, FigureTable } from "./figure-table.tsx";
import { decimalWords, figureWords, stepWords } from "./listener-words.ts";
import type { Days, StepPair } from "./period-rules.ts";

/** The figures of each step: what the curve shows, and more. */
export function HistoryTable({
  pairs,
  history,
  period,
}: {
  readonly pairs: readonly StepPair[];
  readonly history: ListeningHistory;
  readonly period: Days;
}) {
  const hasUniques = history.step !== "hour";
  const columns = hasUniques ? [...ofSteps, uniquesColumn] : ofSteps;
  return (
    <FigurePanel
      title="Step by step"
      tools={<CsvButton of="the history" csvIn={() => historyCsv(pairs, history, period)} />}
    >
      <ScrollRegion aria-label="Step by step, figures" className="max-h-[28rem] overflow-y-auto">
        <FigureTable
          label="Step by step"
          first={firstNames[history.step]}
          columns={columns}
          rows={pairs}
          keyOf={({ step }) => step.from}
          nameOf={({ step }) => stepWords(step, history)}
        />
      </ScrollRegion>
    </FigurePanel>
  );
}

const firstNames = { hour: "Hour", day: "Day", week: "Week", month: "Month" } as const;

const ofSteps: readonly Column<StepPair>[] = [
  { name: "Average", figureOf: ({ step }) => decimalWords(step.averageListeners) },
  {
    name: "Average before",
    figureOf: ({ before }) =>
      before === undefined ? UNKNOWN : decimalWords(before.averageListeners),
  },
  { name: "Peak", figureOf: ({ step }) => figureWords(step).peak },
  { name: "Hours", figureOf: ({ step }) => figureWords(step).hours },
  { name: "Sessions", figureOf: ({ step }) => formatCount(step.sessions) },
];

const uniquesColumn: Column<StepPair> = {
  name: "Uniques a day",
  figureOf: ({ step }) => figureWords(step).uniques,
};

function historyCsv(
  pairs: readonly StepPair[],
  history: ListeningHistory,
  { from, to }: Days,
): Csv {
  return {
    name: `listeners-${from}-to-${to}`,
    heads: [
      firstNames[history.step],
      "Begins (UTC)",
      "Average listeners",
      "Average listeners before",
      "Peak",
      "Listening hours",
      "Sessions",
      "Unique listeners a day, average",
      "Unique listeners, highest day",
    ],
    rows: pairs.map(({ step, before }) => [
      stepWords(step, history),
      step.from,
      step.averageListeners,
      before?.averageListeners ?? "",
      step.peakListeners ?? "",
      csvHours(step.seconds),
      step.sessions,
      step.uniques?.average ?? "",
      step.uniques?.highest ?? "",
    ]),
  };
}
