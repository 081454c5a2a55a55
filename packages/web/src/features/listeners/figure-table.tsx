import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";

export interface Column<Row> {
  readonly name: string;
  readonly figureOf: (row: Row) => ReactNode;
  /** Sorts by it; undefined: can't be sorted by. */
  readonly sort?: ColumnSort | undefined;
}

/** On narrow pages all figures follow each other. */
const alignments = { left: "text-left", right: "md:text-right" } as const;

interface ColumnSort {
  /** undefined: something else is sorted by. */
  readonly order: "ascending" | "descending" | undefined;
  readonly onSort: () => void;
}

/** Figures, one row each; narrow pages have each row as a block, with the columns' names beside its figures. */
export function FigureTable<Row>({
  label,
  first,
  align = "right",
  columns,
  rows,
  keyOf,
  nameOf,
}: {
  readonly label: string;
  /** The column of names. */
  readonly first: string;
  /** Of the other columns. */
  readonly align?: "left" | "right";
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => ReactNode;
}) {
  return (
    <table aria-label={label} className="block w-full border-collapse text-left md:table">
      <thead className="hidden md:table-header-group">
        <tr className="border-b border-line text-[12px] text-muted">
          <th scope="col" className="py-1 font-normal">
            {first}
          </th>
          {columns.map(({ name, sort }) => (
            <th
              key={name}
              scope="col"
              aria-sort={sort?.order}
              className={`py-1 pl-3 font-normal ${alignments[align]}`}
            >
              {sort === undefined ? name : <SortButton name={name} sort={sort} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="flex flex-wrap gap-x-4 border-b border-line py-2 last:border-b-0 md:table-row md:align-top"
          >
            <th
              scope="row"
              className="w-full min-w-0 leading-5 font-normal break-words md:w-auto md:py-2"
            >
              {nameOf(row)}
            </th>
            {columns.map(({ name, figureOf }) => (
              <td
                key={name}
                className={`leading-5 break-words tabular-nums md:py-2 md:pl-3 ${alignments[align]}`}
              >
                <span className="text-[13px] text-muted md:hidden">{name} </span>
                {figureOf(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SortButton({
  name,
  sort: { order, onSort },
}: {
  readonly name: string;
  readonly sort: ColumnSort;
}) {
  const Icon = order === "ascending" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={`inline-flex min-h-6 items-center gap-1 ${order === undefined ? "" : "font-bold text-text"}`}
      onClick={onSort}
    >
      {order !== undefined && <Icon size={13} aria-hidden="true" />}
      {name}
    </button>
  );
}
