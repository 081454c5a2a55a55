import { incomingStates } from "@neonrelay/contract/callers";
import type { IncomingList, IncomingState } from "@neonrelay/contract/callers";
import { SelectField } from "../../../ui/form-fields.tsx";
import { FILES_PER_PAGE, type IncomingFilter } from "./incoming-data.ts";
import { stateWords, wordScan } from "./incoming-rules.ts";

const stateChoices = [
  { value: "all", name: "All" },
  ...incomingStates.map((state) => ({ value: state, name: stateWords[state] })),
] as const;

/** Narrows the list by state, and to what this page sends. */
export function ListFilters({
  filter,
  batchId,
  onFilter,
}: {
  readonly filter: IncomingFilter;
  readonly batchId: string;
  readonly onFilter: (filter: IncomingFilter) => void;
}) {
  return (
    <div className="grid min-w-0 flex-1 basis-72 grid-cols-[repeat(2,minmax(0,1fr))] gap-3">
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

/** How far a scan of folders is. */
export function ScanProgress({ list }: { readonly list: IncomingList | undefined }) {
  const words = list && wordScan(list);
  if (words === undefined || !list?.scan) return null;
  const { found, added, refused } = list.scan;
  return (
    <div>
      <p className="text-[13px]">{words}</p>
      <progress
        aria-label="Files read by the scan"
        className="progress mt-2"
        max={found}
        value={added + refused}
      />
    </div>
  );
}

/** Turns the pages of the list. */
export function ListPages({
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
