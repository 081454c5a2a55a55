import { Component } from "react";
import type { ReactNode } from "react";
import { forgetFailedParts } from "../ui/lazy-part.tsx";

type BoundaryState =
  | { readonly kind: "working" }
  | { readonly kind: "failed"; readonly error: Error };

interface BoundaryProps {
  /** How much of the page the error takes down. */
  readonly scope: "page" | "panel";
  readonly children: ReactNode;
}

/** Catches render errors. A class, because React offers this to classes only. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { kind: "working" };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { kind: "failed", error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    if (this.state.kind === "working") return this.props.children;
    const { scope } = this.props;
    const message = (
      <ErrorMessage
        scope={scope}
        error={this.state.error}
        onRetry={() => {
          forgetFailedParts();
          this.setState({ kind: "working" });
        }}
      />
    );
    if (scope === "panel")
      return <div className="min-h-0 flex-1 overflow-y-auto p-4">{message}</div>;
    return (
      <main className="flex h-dvh items-center justify-center overflow-y-auto p-4">
        <div className="panel w-full max-w-xl p-6">{message}</div>
      </main>
    );
  }
}

function ErrorMessage({
  scope,
  error,
  onRetry,
}: Pick<BoundaryProps, "scope"> & { readonly error: Error; readonly onRetry: () => void }) {
  const Heading = scope === "page" ? "h1" : "h2";
  return (
    <div role="alert">
      <Heading className="font-display text-[20px] leading-8 font-bold">Application Error</Heading>
      <p className="mt-2 text-muted">
        The application encountered an error. This might be due to browser compatibility on OpenBSD.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={onRetry}>
          Try Again
        </button>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload Page
        </button>
      </div>
      <details className="mt-4">
        <summary className="cursor-pointer text-[13px] text-muted">Error details</summary>
        <pre className="mt-2 rounded-m bg-bg p-3 font-mono text-[12px] break-words whitespace-pre-wrap">
          {error.stack ?? error.message}
        </pre>
      </details>
    </div>
  );
}
