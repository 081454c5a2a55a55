import { incomingStates } from "@neonrelay/contract/callers";
import type { IncomingList, IncomingState } from "@neonrelay/contract/callers";
import { useState } from "react";
import { SelectField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import {
  FILES_PER_PAGE,
  useDismissIncoming,
  useFreshLibrary,
  useIncoming,
  useRetryIncoming,
} from "./incoming-data.ts";
import type { IncomingFilter } from "./incoming-data.ts";
import { IncomingFiles } from "./incoming-files.tsx";
import { stateWords, wordCounts, wordScan } from "./incoming-rules.ts";

const noFilter = { state: undefined, batchId: undefined, page: 0 };

/** Files on their way into the library, from uploads, folders and imports, with their state. */
export function IncomingPanel({
  batchId,
  isSending,
}: {
  /** The batch this page sends. */
  readonly batchId: string;
  readonly isSending: boolean;
}) {
  const [filter, setFilter] = useState<IncomingFilter>(noFilter);
  const query = useIncoming(filter, isSending);
  useFreshLibrary(query.data);
  return (
    <section aria-labelledby="incoming-files" className="panel flex flex-col gap-4 p-4 lg:p-5">
      <div>
        <h2 id="incoming-files" className="text-[15px] font-semibold">
          Incoming Files
        </h2>
        <p className="mt-1 text-[13px] text-muted">
          Uploads, music folders and imports. Finished files stay on this list for 30 days.
        </p>
      </div>
      <Filters filter={filter} batchId={batchId} onFilter={setFilter} />
      <Loaded what="incoming files" query={query}>
        {(list) => <IncomingBody list={list} filter={filter} onFilter={setFilter} />}
      </Loaded>
    </section>
  );
}

const stateChoices = [
  { value: "all", name: "All" },
  ...incomingStates.map((state) => ({ value: state, name: stateWords[state] })),
] as const;

function Filters({
  filter,
  batchId,
  onFilter,
}: {
  readonly filter: IncomingFilter;
  readonly batchId: string;
  readonly onFilter: (filter: IncomingFilter) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField<IncomingState | "all">
        label="State"
        value={filter.state ?? "all"}
        choices={stateChoices}
        onChange={(state) =>
          onFilter({ ...filter, state: state === "all" ? undefined : state, page: 0 })
        }
      />
      <SelectField
        label="From"
        value={filter.batchId === undefined ? "everywhere" : "session"}
        choices={[
          { value: "everywhere", name: "Everywhere" },
          { value: "session", name: "This upload session" },
        ]}
        onChange={(from) =>
          onFilter({ ...filter, batchId: from === "session" ? batchId : undefined, page: 0 })
        }
      />
    </div>
  );
}

function IncomingBody({
  list,
  filter,
  onFilter,
}: {
  readonly list: IncomingList;
  readonly filter: IncomingFilter;
  readonly onFilter: (filter: IncomingFilter) => void;
}) {
  const retry = useRetryIncoming();
  const dismiss = useDismissIncoming();
  const { batchId } = filter;
  const choice = batchId === undefined ? {} : { batchId };
  const scan = wordScan(list);
  const finished = list.counts.added + list.counts.refused;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <output className="text-[13px] text-muted tabular-nums">{wordCounts(list)}</output>
      {scan !== undefined && list.scan !== null && (
        <div>
          <p className="text-[13px]">{scan}</p>
          <progress
            aria-label="Files read by the scan"
            className="progress mt-2"
            max={list.scan.found}
            value={list.scan.added + list.scan.refused}
          />
        </div>
      )}
      <IncomingFiles
        files={list.files}
        isBusy={retry.isPending || dismiss.isPending}
        onRetry={(id) => retry.mutate({ ids: [id] })}
        onDismiss={(id) => dismiss.mutate({ ids: [id] })}
      />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button"
          disabled={list.counts.refused === 0 || retry.isPending}
          onClick={() => retry.mutate(choice)}
        >
          Retry All Refused
        </button>
        <button
          type="button"
          className="button"
          disabled={finished === 0 || dismiss.isPending}
          onClick={() => dismiss.mutate(choice)}
        >
          Dismiss All Finished
        </button>
        <Pages list={list} filter={filter} onFilter={onFilter} />
      </div>
    </div>
  );
}

function Pages({
  list,
  filter,
  onFilter,
}: {
  readonly list: IncomingList;
  readonly filter: IncomingFilter;
  readonly onFilter: (filter: IncomingFilter) => void;
}) {
  const { page } = filter;
  if (list.total <= FILES_PER_PAGE && page === 0) return null;
  return (
    <div className="flex gap-2 sm:ml-auto">
      <button
        type="button"
        className="button"
        disabled={page === 0}
        onClick={() => onFilter({ ...filter, page: page - 1 })}
      >
        Newer
      </button>
      <button
        type="button"
        className="button"
        disabled={(page + 1) * FILES_PER_PAGE >= list.total}
        onClick={() => onFilter({ ...filter, page: page + 1 })}
      >
        Older
      </button>
    </div>
  );
}
