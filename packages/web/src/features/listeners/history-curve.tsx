import type { ListeningHistory } from "@neonrelay/contract/callers";
import { ImageDown } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { downloadFile } from "../../browser/download-file.ts";
import { ErrorBoundary } from "../../frame/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { FigurePanel } from "./figure-panel.tsx";
import type { CurvePicture } from "./listening-curve.tsx";
import type { Days, StepPair } from "./period-rules.ts";

const { Part: ListeningCurve } = lazyPart(
  async () => (await import("./listening-curve.tsx")).ListeningCurve,
);

/** Average listeners as a curve. Screen readers have the table below it. */
export function HistoryCurve({
  pairs,
  history,
  period: { from, to },
}: {
  readonly pairs: readonly StepPair[];
  readonly history: ListeningHistory;
  readonly period: Days;
}) {
  const [picture, setPicture] = useState<CurvePicture | undefined>(undefined);
  const onDrawn = useCallback((drawn: CurvePicture | undefined) => setPicture(() => drawn), []);
  const save = async () => {
    const file = await picture?.(`Average listeners, ${from} to ${to}`);
    if (file !== null && file !== undefined) downloadFile(file, `listeners-${from}-to-${to}.png`);
  };
  return (
    <FigurePanel
      title="Average listeners"
      tools={
        <button
          type="button"
          className="button button-small"
          disabled={picture === undefined}
          onClick={() => void save()}
        >
          <ImageDown size={15} aria-hidden="true" />
          PNG<span className="sr-only"> of the curve</span>
        </button>
      }
    >
      <figure className="min-w-0">
        <div aria-hidden="true" className="h-64">
          <ErrorBoundary scope="panel">
            <Suspense>
              <ListeningCurve pairs={pairs} history={history} onDrawn={onDrawn} />
            </Suspense>
          </ErrorBoundary>
        </div>
        <figcaption className="pt-1 text-[13px] text-muted">
          <span className="whitespace-nowrap">
            <span
              aria-hidden="true"
              className="mr-1 inline-block h-0.5 w-5 bg-primary-edge align-middle"
            />
            This period
          </span>{" "}
          <span className="ml-3 whitespace-nowrap">
            <span
              aria-hidden="true"
              className="mr-1 inline-block w-5 border-t-2 border-dashed border-secondary-edge align-middle"
            />
            The period before
          </span>
          <span className="sr-only">. The table below has the same figures.</span>
        </figcaption>
      </figure>
    </FigurePanel>
  );
}
