import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode, useSyncExternalStore } from "react";
import { isPageOutdated, onPageVersion } from "../browser/page-version.ts";
import { forgetFailedParts, PartNotLoadedError } from "../ui/lazy-part.tsx";
import { Modal } from "../ui/modal.tsx";

type BoundaryState =
  | { readonly kind: "working" }
  | { readonly kind: "failed"; readonly error: unknown };

/** How much the error takes down. */
type BoundaryScope =
  /** Everything, the player included. */
  | { readonly scope: "frame" }
  /** The page below the frame. `beside` goes below the message: what must stay available. */
  | { readonly scope: "page"; readonly beside: ReactNode }
  | { readonly scope: "panel"; readonly beside?: ReactNode }
  | { readonly scope: "dialog"; readonly onClose: () => void }
  /** A button, or something as small. */
  | { readonly scope: "control" }
  /** Nothing a visitor would miss. */
  | { readonly scope: "unseen" };

type BoundaryProps = BoundaryScope & { readonly children: ReactNode };

/** Catches render errors, and parts whose file did not load. A class, because React requires one here. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { kind: "working" };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { kind: "failed", error };
  }

  /** A part that is closed and opened again is loaded again. */
  override componentWillUnmount(): void {
    if (this.state.kind === "failed") forgetFailedParts();
  }

  override render(): ReactNode {
    if (this.state.kind === "working") return this.props.children;
    return (
      <Failure
        place={this.props}
        error={this.state.error}
        onRetry={() => {
          forgetFailedParts();
          this.setState({ kind: "working" });
        }}
      />
    );
  }
}

interface FailureProps {
  readonly place: BoundaryScope;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Shown in place of the failed part. */
export function Failure(failure: FailureProps) {
  const { place } = failure;
  switch (place.scope) {
    case "unseen":
      return null;
    case "control":
      return <FailedControl {...failure} />;
    case "dialog":
      return (
        <Modal aria-label="Error" className="dialog" onClose={place.onClose}>
          <div className="p-6">
            <ErrorMessage {...failure}>
              <button type="button" className="button" onClick={place.onClose}>
                Close
              </button>
            </ErrorMessage>
          </div>
        </Modal>
      );
    case "panel":
      return (
        <div className="min-h-0 flex-1 overflow-y-auto p-4">
          <ErrorMessage {...failure} />
          {place.beside}
        </div>
      );
    case "page":
      return (
        <div className="relative flex min-h-full flex-col">
          <WholePage {...failure} />
          {place.beside}
        </div>
      );
    case "frame":
      return (
        <main className="flex h-dvh flex-col overflow-y-auto">
          <WholePage {...failure} />
        </main>
      );
    default:
      return place satisfies never;
  }
}

function WholePage(failure: FailureProps) {
  return (
    <div className="m-auto w-full max-w-xl p-4">
      <div className="panel p-6">
        <ErrorMessage {...failure} />
      </div>
    </div>
  );
}

function FailedControl({ error, onRetry }: FailureProps) {
  const { title, isForReload } = useWords(error);
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${title}. ${isForReload ? "Reload Page" : "Try Again"}`}
      onClick={isForReload ? reload : onRetry}
    >
      <TriangleAlert size={18} aria-hidden="true" className="text-warn" />
    </button>
  );
}

function ErrorMessage({
  place: { scope },
  error,
  onRetry,
  children,
}: FailureProps & { readonly children?: ReactNode }) {
  const { title, text, isForReload, details } = useWords(error);
  const Heading = scope === "frame" || scope === "page" ? "h1" : "h2";
  return (
    <div role="alert">
      <Heading className="font-display text-[20px] leading-8 font-bold">{title}</Heading>
      <p className="mt-2 text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {!isForReload && (
          <button type="button" className="button button-primary" onClick={onRetry}>
            Try Again
          </button>
        )}
        <button
          type="button"
          className={isForReload ? "button button-primary" : "button"}
          onClick={reload}
        >
          Reload Page
        </button>
        {children}
      </div>
      {details !== undefined && (
        <details className="mt-4">
          <summary className="cursor-pointer text-[13px] text-muted">Error details</summary>
          <pre className="mt-2 rounded-m bg-bg p-3 font-mono text-[12px] break-words whitespace-pre-wrap">
            {details}
          </pre>
        </details>
      )}
    </div>
  );
}

function useWords(error: unknown) {
  const isOutdated = useSyncExternalStore(onPageVersion, isPageOutdated, isPageOutdated);
  return failureWords(error, isOutdated);
}

function reload(): void {
  location.reload();
}

interface FailureWords {
  readonly title: string;
  readonly text: string;
  /** Retrying would not help. */
  readonly isForReload: boolean;
  /** For bug reports; undefined if there is nothing to add. */
  readonly details: string | undefined;
}

/**
 * The message that visitors read about an error.
 * @param isOutdated the station serves another version than this page
 */
export function failureWords(error: unknown, isOutdated: boolean): FailureWords {
  if (!(error instanceof PartNotLoadedError))
    return {
      title: "Application Error",
      text: "The application encountered an error. This might be due to browser compatibility on OpenBSD.",
      isForReload: false,
      details: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  if (isOutdated)
    return {
      title: "A new version of this page is ready",
      text: "This part needs it. Reloading interrupts the sound for a moment.",
      isForReload: true,
      details: undefined,
    };
  return {
    title: "This part could not be loaded",
    text: "One of its files did not arrive.",
    isForReload: false,
    details: undefined,
  };
}
