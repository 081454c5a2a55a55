import { Component } from "react";
import type { ReactNode } from "react";

type BoundaryState =
  | { readonly kind: "working" }
  | { readonly kind: "failed"; readonly error: Error };

/** Catches what breaks while the page is drawn. A class, because React offers this to classes only. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { kind: "working" };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { kind: "failed", error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    if (this.state.kind === "working") return this.props.children;
    return (
      <ErrorScreen error={this.state.error} onRetry={() => this.setState({ kind: "working" })} />
    );
  }
}

function ErrorScreen({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <main className="flex h-dvh items-center justify-center overflow-y-auto p-4">
      <div className="panel w-full max-w-xl p-6" role="alert">
        <h1 className="text-[24px] leading-8 font-bold">Application Error</h1>
        <p className="mt-2 text-muted">
          The application encountered an error. This might be due to browser compatibility on
          OpenBSD.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <button type="button" className="button button-primary" onClick={onRetry}>
            Try Again
          </button>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload Page
          </button>
        </div>
        <details className="mt-6">
          <summary className="cursor-pointer text-[13px] text-muted">Error details</summary>
          <pre className="mt-2 max-h-60 overflow-auto rounded-m bg-bg p-3 font-mono text-[12px] whitespace-pre-wrap">
            {error.stack ?? error.message}
          </pre>
        </details>
      </div>
    </main>
  );
}
