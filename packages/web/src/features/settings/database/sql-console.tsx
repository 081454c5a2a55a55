import { CONSOLE_ROW_LIMIT, consoleCalls, type ConsoleResult } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from "react";
import { callApi, refusalText } from "../../../api/call-api.ts";
import { pressedKey } from "../../../browser/pressed-key.ts";
import { countOf } from "../../../ui/count-of.ts";
import { FormSection } from "../../../ui/form-fields.tsx";
import { ScrollRegion } from "../../../ui/scroll-region.tsx";

const EXAMPLE =
  "select title, artist, duration_ms\nfrom tracks\norder by created_at desc\nlimit 20";

/** One read-only statement, and its rows. */
export function SqlConsole() {
  const [statement, setStatement] = useState(EXAMPLE);
  const running = useRunStatement();
  const id = useId();
  const isClosed = statement.trim() === "" || running.isPending;
  const run = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isClosed) running.mutate(statement);
  };
  const runOnEnter = (event: KeyboardEvent) => {
    if (pressedKey(event) === "Enter" && (event.ctrlKey || event.metaKey)) run(event);
  };
  return (
    <FormSection
      title="SQL Console"
      text={`Run one SELECT, WITH, VALUES or TABLE statement, for at most 5 seconds and ${CONSOLE_ROW_LIMIT} rows. It can't read accounts, sessions or secrets. Every statement is logged.`}
    >
      <form onSubmit={run} className="flex flex-col gap-3">
        <label htmlFor={id} className="text-[13px] text-muted">
          Statement
        </label>
        <textarea
          id={id}
          className="field min-h-32 resize-y py-2 font-mono text-[13px] leading-5"
          value={statement}
          rows={5}
          maxLength={10_000}
          spellCheck={false}
          autoCapitalize="off"
          aria-describedby={`${id}-problem`}
          onChange={(event) => setStatement(event.target.value)}
          onKeyDown={runOnEnter}
        />
        <div className="flex flex-wrap items-center gap-3">
          <button type="submit" className="button button-primary" disabled={isClosed}>
            <Play size={16} aria-hidden="true" />
            {running.isPending ? "Running…" : "Run Statement"}
          </button>
          <span className="text-[13px] text-muted">Ctrl + Enter</span>
        </div>
        <p
          id={`${id}-problem`}
          role="alert"
          className="font-mono text-[13px] break-words text-danger"
        >
          {running.isError && (refusalText(running.error) ?? "The station did not answer")}
        </p>
      </form>
      {running.data !== undefined && <Result result={running.data} />}
    </FormSection>
  );
}

function Result({ result }: { readonly result: ConsoleResult }) {
  const { columns, rows, isCut, durationMs } = result;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <output className="text-[13px] text-muted tabular-nums">
        {isCut ? `The first ${rows.length} rows` : countOf(rows.length, "row")} in {durationMs} ms
      </output>
      {rows.length > 0 && <ResultTable columns={columns} rows={rows} />}
    </div>
  );
}

function ResultTable({ columns, rows }: Pick<ConsoleResult, "columns" | "rows">) {
  return (
    <ScrollRegion
      aria-label="Result rows"
      className="max-h-96 overflow-auto rounded-m border border-line"
    >
      <table className="w-full border-collapse text-left font-mono text-[13px]">
        <thead className="sticky top-0 bg-s2">
          <tr>
            {columns.map((column, place) => (
              // Two columns may share a name; neither moves.
              <th key={place} scope="col" className="px-3 py-2 font-semibold whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-t border-line">
              {cells.map((cell, place) => (
                <td key={place} className="max-w-96 px-3 py-1.5 align-top break-words">
                  {cell ?? <span className="text-faint">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The result shows below the statement. */
function useRunStatement() {
  return useMutation({
    mutationFn: (statement: string) => callApi(consoleCalls.runStatement, { body: { statement } }),
  });
}
