import { refusalText } from "../../api/call-api.ts";

/** The button that tests a connection, and its result. */
export function ConnectionTest({
  test,
  isReady,
  onTest,
}: {
  readonly test: {
    readonly isPending: boolean;
    readonly data: { readonly success: boolean; readonly message: string } | undefined;
    readonly isError: boolean;
    readonly error: Error | null;
  };
  /** Every field the connection needs is filled in. */
  readonly isReady: boolean;
  readonly onTest: () => void;
}) {
  const isGood = test.data?.success === true;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!isReady || test.isPending}
        onClick={onTest}
      >
        {test.isPending ? "Testing…" : "Test Connection"}
      </button>
      <output className={`text-[13px] ${isGood ? "text-accent-text" : "text-danger"}`}>
        {test.data?.message}
        {test.isError && (refusalText(test.error) ?? "The station could not test it")}
      </output>
    </>
  );
}
