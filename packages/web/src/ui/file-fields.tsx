import { type DragEvent, type ReactNode, type RefObject, useId, useState } from "react";
import { FieldFrame } from "./field-frame.tsx";

/** Chooses one file, and shows what is wrong with it. */
export function FileField({
  label,
  name,
  accept,
  problem,
  inputRef,
  onChoose,
}: {
  readonly label: string;
  /** Name in the form. */
  readonly name?: string;
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
            name={name}
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

/** A drop zone for files. Only pointers can use it, so it contains a button that does the same. */
export function FileDrop({
  label,
  className,
  isBusy,
  onFiles,
  children,
}: {
  readonly label: string;
  /** Its style follows `data-over`, which is true while files are over it. */
  readonly className: string;
  /** It accepts no files at the moment. */
  readonly isBusy: boolean;
  /** @param transfer also has any dropped folders */
  readonly onFiles: (files: FileList, transfer: DataTransfer) => void;
  readonly children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  const drag = (over: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsOver(over && !isBusy);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button in it does the same by keyboard
    <section
      aria-label={label}
      data-over={isOver}
      className={className}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        onFiles(event.dataTransfer.files, event.dataTransfer);
      }}
    >
      {children}
    </section>
  );
}
