import type { ReactNode } from "react";
import { ErrorState, LoadingRows, StaleRow } from "./panel-state.tsx";

/** Shows the loaded data; before that, the loading or error state. */
export function Loaded<Value>({
  what,
  query,
  children,
}: {
  /** As in 'The users could not be loaded'. */
  readonly what: string;
  readonly query: {
    readonly data: Value | undefined;
    readonly isError: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (value: Value) => ReactNode;
}) {
  if (query.data !== undefined)
    return (
      <>
        {children(query.data)}
        <StaleRow query={query} />
      </>
    );
  if (query.isError)
    return (
      <div className="panel">
        <ErrorState text={`The ${what} could not be loaded`} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className="panel py-2">
      <LoadingRows label={`Loading ${what}`} count={5} />
    </div>
  );
}
