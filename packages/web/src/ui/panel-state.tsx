import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** The empty state of a panel: what is missing, and how to add it. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-10 text-center">
      <div className="mb-1 text-faint" aria-hidden="true">
        {icon}
      </div>
      <p className="font-display text-[17px] font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-[34ch] text-[13px] text-muted">{text}</p>}
      {children}
    </div>
  );
}

export function ErrorState({
  text,
  onRetry,
}: {
  readonly text: string;
  readonly onRetry: () => void;
}) {
  return (
    <div role="alert">
      <EmptyState icon={<TriangleAlert size={28} className="text-danger" />} title={text}>
        <button type="button" className="button mt-2" onClick={onRetry}>
          Retry
        </button>
      </EmptyState>
    </div>
  );
}

/** A row below a list that is incomplete or out of date. */
export function ErrorRow({
  text,
  onRetry,
}: {
  readonly text: string;
  readonly onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex min-h-14 shrink-0 items-center gap-3 border-t border-line bg-s2 px-4 text-[13px]"
    >
      <TriangleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-0 flex-1">{text}</p>
      <button type="button" className="button button-small" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** Placeholder rows of the size that the loaded ones will have. */
export function LoadingRows({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <output className="block" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-3 px-4">
          <div className="skeleton size-10" />
          <div className="flex flex-1 flex-col gap-2">
            <div className="skeleton h-3 w-3/5" />
            <div className="skeleton h-2.5 w-2/5" />
          </div>
        </div>
      ))}
    </output>
  );
}

/** Shown below older data when the latest fetch has failed. */
export function StaleRow({
  query,
}: {
  readonly query: {
    readonly data: unknown;
    readonly isError: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}) {
  if (query.data === undefined || !query.isError) return null;
  return (
    <ErrorRow text="The newest state could not be loaded" onRetry={() => void query.refetch()} />
  );
}
