import { countOf } from "../../../ui/count-of.ts";
import { useNow } from "../week/zone-time.ts";

/** How old the shown result is, while a new one is computed. */
export function ResultAge({
  query: { isFetching, isPlaceholderData, dataUpdatedAt },
}: {
  readonly query: {
    readonly isFetching: boolean;
    /** What is shown is the result of another day. */
    readonly isPlaceholderData: boolean;
    /** In ms since 1970. */
    readonly dataUpdatedAt: number;
  };
}) {
  const nowMs = useNow();
  return (
    <output>
      {isFetching &&
        !isPlaceholderData &&
        ` From ${ageWords(nowMs - dataUpdatedAt)}, computing a new one …`}
    </output>
  );
}

/** '4 minutes ago', '2 hours ago'. */
export function ageWords(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return "less than a minute ago";
  if (minutes < 60) return `${countOf(minutes, "minute")} ago`;
  return `${countOf(Math.floor(minutes / 60), "hour")} ago`;
}
