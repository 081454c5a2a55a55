import {
  doctorCalls,
  type DoctorCheck,
  type DoctorReport as Report,
  type DoctorState,
} from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { callApi } from "../../../api/call-api.ts";
import { formatDateAndTime } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";

/** The doctor's findings, with advice. */
export function DoctorReport() {
  const report = useDoctorReport();
  return (
    <Loaded what="check" query={report}>
      {(found) => (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <output className="min-w-0 flex-1 basis-40">{summaryOf(found)}</output>
            <button
              type="button"
              className="button"
              disabled={report.isFetching}
              onClick={() => void report.refetch()}
            >
              {report.isFetching ? "Checking…" : "Check Again"}
            </button>
          </div>
          <ul className="flex flex-col" aria-label="Checks">
            {worstFirst(found.checks).map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function summaryOf({ checks, checkedAt }: Report): string {
  const wrong = checks.filter(({ state }) => state !== "ok").length;
  const verb = wrong === 1 ? "needs" : "need";
  const result =
    wrong === 0 ? "All checks are well" : `${wrong} of ${checks.length} ${verb} a look`;
  return `${result}. Checked ${formatDateAndTime(Date.parse(checkedAt))}.`;
}

const order: readonly DoctorState[] = ["bad", "warning", "ok"];

function worstFirst(checks: readonly DoctorCheck[]): readonly DoctorCheck[] {
  return checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

function CheckRow({ check: { title, state, found, advice } }: { readonly check: DoctorCheck }) {
  return (
    <li className="flex min-h-12 gap-3 border-t border-line py-2">
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{title}</p>
        <p className="text-[13px] leading-5 break-words text-muted">{found}</p>
        {advice !== null && <p className="text-[13px] leading-5 break-words">{advice}</p>}
      </div>
    </li>
  );
}

function StateIcon({ state }: { readonly state: DoctorState }) {
  switch (state) {
    case "ok":
      return <CircleCheck size={20} className="shrink-0 text-accent-text" aria-label="Well" />;
    case "warning":
      return <TriangleAlert size={20} className="shrink-0 text-warn" aria-label="Warning" />;
    case "bad":
      return <CircleX size={20} className="shrink-0 text-danger" aria-label="Bad" />;
    default:
      return state satisfies never;
  }
}

/** Runs again only on request: a check takes seconds, and writes to the disk. */
function useDoctorReport() {
  return useQuery({
    queryKey: [doctorCalls.getDoctorReport.path],
    queryFn: ({ signal }) => callApi(doctorCalls.getDoctorReport, {}, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
