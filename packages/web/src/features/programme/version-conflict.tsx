import { TriangleAlert } from "lucide-react";
import { ApiCallError } from "../../api/call-api.ts";

/** Whether a change was refused because someone else made one first. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof ApiCallError &&
    error.apiError?.code === "conflict" &&
    error.apiError.field === "version"
  );
}

/** Shown beside the save button. */
export function Outdated({
  what,
  onLoadAgain,
}: {
  /** As in 'this playlist'. */
  readonly what: string;
  readonly onLoadAgain: () => void;
}) {
  return (
    <div role="alert" className="flex max-w-[64ch] min-w-0 items-center gap-3 text-[13px]">
      <TriangleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        Someone else has changed this {what} meanwhile. Load it again to see their changes; yours
        are lost then.
      </p>
      <button type="button" className="button button-small" onClick={onLoadAgain}>
        Load Again
      </button>
    </div>
  );
}
