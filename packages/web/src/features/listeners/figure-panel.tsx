import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { downloadFile } from "../../browser/download-file.ts";
import { csvOf } from "./csv-rules.ts";

/** A titled part of the page, with its downloads beside the title. */
export function FigurePanel({
  title,
  text,
  tools,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="panel min-w-0 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2 pb-1">
        <h2 className="min-w-0 flex-1 text-[15px] font-semibold">{title}</h2>
        {tools}
      </div>
      {text !== undefined && <p className="pb-2 text-[13px] text-muted">{text}</p>}
      {children}
    </section>
  );
}

export interface Csv {
  /** Without its ending. */
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Saves a table for spreadsheets. @param of what, for screen readers: several tables may have a button */
export function CsvButton({ of, csvIn }: { readonly of: string; readonly csvIn: () => Csv }) {
  return (
    <button
      type="button"
      className="button button-small"
      onClick={() => {
        const { name, heads, rows } = csvIn();
        downloadFile(new Blob([csvOf(heads, rows)], { type: "text/csv" }), `${name}.csv`);
      }}
    >
      <FileDown size={15} aria-hidden="true" />
      CSV<span className="sr-only"> of {of}</span>
    </button>
  );
}
