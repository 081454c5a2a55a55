import type { ReactNode } from "react";
import { formatCount } from "../../../ui/count-of.ts";

/** A table of the analysis with its name, its explanation, and a sentence if it has no rows. */
export function FigureTable({
  title,
  text,
  columns,
  shownCount,
  count,
  nothing,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** The first column names the row; the others are figures. */
  readonly columns: readonly string[];
  readonly shownCount: number;
  /** Including rows that are not shown. */
  readonly count: number;
  readonly nothing: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="panel min-w-0 px-4 py-3">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <p className="pb-2 text-[13px] text-muted">{text}</p>
      {shownCount === 0 ? (
        <p className="py-2 text-[15px]">{nothing}</p>
      ) : (
        <table aria-label={title} className="w-full table-fixed border-collapse text-left">
          <thead>
            <tr className="border-b border-line text-[12px] text-muted">
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={
                    index === 0
                      ? "py-1 font-normal"
                      : "w-20 py-1 pl-2 text-right font-normal sm:w-24"
                  }
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
      {count > shownCount && (
        <p className="pt-2 text-[13px] text-muted">
          {formatCount(count - shownCount)} more are not shown.
        </p>
      )}
    </section>
  );
}

/** @param figures one per column after the first */
export function FigureRow({
  name,
  figures,
}: {
  readonly name: ReactNode;
  readonly figures: readonly string[];
}) {
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="min-w-0 py-2 leading-5 font-normal break-words">
        {name}
      </th>
      {figures.map((figure, index) => (
        <td key={index} className="py-2 pl-2 text-right leading-5 tabular-nums">
          {figure}
        </td>
      ))}
    </tr>
  );
}
