import type { UseMutationResult } from "@tanstack/react-query";
import { failureText, type FieldLabels, refusalText } from "../../api/call-api.ts";

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

/** A button that tests writing files to a storage, with the result in words. */
export function StorageTrial<Place>({
  trial,
  place,
  labels,
}: {
  readonly trial: UseMutationResult<{ readonly problem: string | null }, Error, Place>;
  /** The storage to test. */
  readonly place: Place;
  /** The labels of the form's fields. */
  readonly labels: FieldLabels;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <button
        type="button"
        className="button"
        disabled={trial.isPending}
        onClick={() => trial.mutate(place)}
      >
        {trial.isPending ? "Trying…" : "Try It"}
      </button>
      <output className="min-w-0 break-words">
        {trial.isError && failureText(trial.error, "The station gave no reason", labels)}
        {trial.data !== undefined &&
          (trial.data.problem === null
            ? "A small file was written, read and removed."
            : `It can't be used: ${trial.data.problem}`)}
      </output>
    </div>
  );
}
