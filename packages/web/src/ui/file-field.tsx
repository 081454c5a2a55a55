import { useId } from "react";
import type { RefObject } from "react";
import { FieldFrame } from "./field-frame.tsx";

/** Chooses one file, and shows what is wrong with it. */
export function FileField({
  label,
  accept,
  problem,
  inputRef,
  onChoose,
}: {
  readonly label: string;
  readonly accept: string;
  readonly problem: string | undefined;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly onChoose: (file: File | undefined) => void;
}) {
  const noteId = useId();
  return (
    <FieldFrame label={label}>
      {({ id }) => (
        <>
          <input
            id={id}
            ref={inputRef}
            className="field py-2"
            type="file"
            accept={accept}
            aria-invalid={problem !== undefined}
            aria-describedby={noteId}
            onChange={(event) => onChoose(event.target.files?.[0])}
          />
          <p id={noteId} role="alert" className="text-[13px] break-words text-danger">
            {problem}
          </p>
        </>
      )}
    </FieldFrame>
  );
}
