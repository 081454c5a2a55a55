import { useState } from "react";
import type { DragEvent, ReactNode } from "react";

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
