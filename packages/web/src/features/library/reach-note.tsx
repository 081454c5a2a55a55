import { formatCount } from "../../ui/count-of.ts";
import { isOperator, useSession } from "../accounts/index.ts";
import { rowsInReach } from "./library-pages.ts";

/** How many rows of a list this visitor can scroll to. */
export function useReach(total: number | undefined): number {
  const session = useSession();
  return rowsInReach(total ?? 0, session !== undefined && isOperator(session));
}

/** Below a list with more rows than can be scrolled to. */
export function ReachNote({ total }: { readonly total: number | undefined }) {
  const reach = useReach(total);
  if (total === undefined || reach >= total) return null;
  return (
    <p className="shrink-0 border-t border-line bg-s2 px-4 py-3 text-[13px] text-muted">
      The first {formatCount(reach)} of {formatCount(total)}. Search, sort or browse to see others.
    </p>
  );
}
