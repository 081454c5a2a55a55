import { MAX_SHOW_PICTURE_BYTES } from "@neonrelay/contract/callers";
import type { Show } from "@neonrelay/contract/callers";
import { useRef, useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { FileField } from "../../../ui/file-fields.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { useFocusAfter } from "../../../ui/move-focus.ts";
import { useRemovePicture, useSetPicture } from "./shows-data.ts";

const TYPES = "image/jpeg,image/png,image/webp";

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
    setIsTooLarge(file.size > MAX_SHOW_PICTURE_BYTES);
    if (file.size <= MAX_SHOW_PICTURE_BYTES) set.mutate({ show, file }, { onSuccess: onChange });
  };
  const isBusy = set.isPending || remove.isPending;
  return (
    <FormSection
      title="Picture"
      text="JPEG, PNG or WebP, at most 1 MB. It is cut to a square. Saved at once."
    >
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
        problem={
          isTooLarge ? "The picture must be smaller than 1 MB" : fieldProblem(set.error, "picture")
        }
        onChoose={choose}
      />
      <output className="sr-only" aria-live="polite">
        {set.isPending && "The picture is being saved"}
      </output>
    </FormSection>
  );
}
