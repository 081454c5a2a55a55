import { MAX_SHOW_PICTURE_BYTES } from "@neonrelay/contract/callers";
import type { Show } from "@neonrelay/contract/callers";
import { useRef, useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { FileField } from "../../../ui/file-fields.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { useFocusAfter } from "../../../ui/move-focus.ts";
import { useRemovePicture, useSetPicture } from "./shows-data.ts";

const TYPES = "image/jpeg,image/png,image/webp";

const NOTE = "JPEG, PNG or WebP, at most 1 MB. It is cut to a square.";
const TOO_LARGE = "The picture must be smaller than 1 MB";

export function isPictureTooLarge(file: File | undefined): boolean {
  return file !== undefined && file.size > MAX_SHOW_PICTURE_BYTES;
}

/** The picture of a new show, which is saved with it. */
export function NewPictureFields({
  file,
  problem,
  onChoose,
}: {
  readonly file: File | undefined;
  readonly problem: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
}) {
  return (
    <FormSection title="Picture" text={NOTE}>
      <FileField
        label="Choose a picture"
        name="picture"
        accept={TYPES}
        problem={isPictureTooLarge(file) ? TOO_LARGE : problem}
        onChoose={onChoose}
      />
    </FormSection>
  );
}

/** The picture of a saved show: shown, changed and removed at once. */
export function PictureFields({
  show,
  onChange,
}: {
  readonly show: Show;
  /** Gets the show as saved by then. */
  readonly onChange: (show: Show) => void;
}) {
  const set = useSetPicture();
  const remove = useRemovePicture();
  const input = useRef<HTMLInputElement>(null);
  useFocusAfter(input, remove.isSuccess && show.pictureUrl === null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setIsTooLarge(isPictureTooLarge(file));
    if (!isPictureTooLarge(file)) set.mutate({ show, file }, { onSuccess: onChange });
  };
  const isBusy = set.isPending || remove.isPending;
  return (
    <FormSection title="Picture" text={`${NOTE} Saved at once.`}>
      {show.pictureUrl !== null && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            key={show.pictureUrl}
            src={show.pictureUrl}
            alt={show.name}
            width={96}
            height={96}
            className="size-24 rounded-m bg-s3 object-cover"
          />
          <button
            type="button"
            className="button button-small"
            disabled={isBusy}
            onClick={() => remove.mutate(show, { onSuccess: onChange })}
          >
            Remove Picture
          </button>
        </div>
      )}
      <FileField
        label={show.pictureUrl === null ? "Choose a picture" : "Choose another picture"}
        accept={TYPES}
        inputRef={input}
        problem={isTooLarge ? TOO_LARGE : fieldProblem(set.error, "picture")}
        onChoose={choose}
      />
      <output className="sr-only" aria-live="polite">
        {set.isPending && "The picture is being saved"}
      </output>
    </FormSection>
  );
}
