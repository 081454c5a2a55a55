import type { Analysis, AnalysisGap } from "@neonrelay/contract/callers";
import { TriangleAlert } from "lucide-react";
import { lengthWords, momentWords } from "./analysis-words.ts";
import { LibraryLink } from "./change-links.tsx";
import { FigureRow, FigureTable } from "./figure-table.tsx";

const subjects = ["artist", "title", "album"] as const;

/** Where an artist, a title and an album came again the soonest, and where. */
export function SeparationTables({ analysis }: { readonly analysis: Analysis }) {
  return subjects.map((subject) => {
    const { ruleMinutes, shortest } = analysis.separation[subject];
    return (
      <FigureTable
        key={subject}
        title={`Shortest separations of ${subject}s`}
        text={
          ruleMinutes === 0
            ? `No rule keeps ${subject}s apart.`
            : `The rule keeps ${subject}s ${lengthWords(ruleMinutes)} apart where it can.`
        }
        columns={[
          subject === "artist" ? "Artist" : subject === "title" ? "Title" : "Album",
          "Apart",
        ]}
        shownCount={shortest.length}
        count={shortest.length}
        nothing={`No ${subject} came twice.`}
      >
        {shortest.map((gap) => (
          <FigureRow
            key={`${gap.first.at} ${gap.second.at}`}
            name={<Gap gap={gap} timeZone={analysis.timeZone} />}
            figures={[lengthWords(gap.minutes)]}
          />
        ))}
      </FigureTable>
    );
  });
}

function Gap({
  gap: { name, isTooShort, first, second },
  timeZone,
}: {
  readonly gap: AnalysisGap;
  readonly timeZone: string;
}) {
  return (
    <>
      <LibraryLink words={name} name={name} />
      {isTooShort && (
        <span className="ml-2 inline-flex items-center gap-1 text-[13px] text-warn">
          <TriangleAlert size={14} aria-hidden="true" />
          Too short
        </span>
      )}
      <span className="block text-[13px] text-muted">
        {momentWords(first.at, timeZone)} {first.title}, then {momentWords(second.at, timeZone)}{" "}
        {second.title}
      </span>
    </>
  );
}
