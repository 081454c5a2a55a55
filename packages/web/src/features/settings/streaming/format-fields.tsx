import { formatNames, musicFormats, uploadedFormats } from "@neonrelay/contract/callers";
import type { MusicFormat, StationSettings } from "@neonrelay/contract/callers";
import { CheckFields } from "../../../ui/choice-fields.tsx";

const addableFormats = musicFormats.filter((format) => !uploadedFormats.includes(format));

/** Which kinds of files become tracks. */
export function FormatFields({
  draft,
  onEdit,
}: {
  readonly draft: Pick<StationSettings, "leftOutFormats" | "uploadFormats">;
  readonly onEdit: (change: Partial<StationSettings>) => void;
}) {
  const isTaken = (format: MusicFormat) => !draft.leftOutFormats.includes(format);
  return (
    <div className="flex flex-col gap-4 md:col-span-2">
      <CheckFields
        legend="Music formats in folders, imports and music sources, for files from now on"
        values={musicFormats}
        chosen={musicFormats.filter(isTaken)}
        problem={undefined}
        nameOf={(format) => formatNames[format]}
        onChange={(taken) =>
          onEdit({ leftOutFormats: musicFormats.filter((format) => !taken.includes(format)) })
        }
      />
      <CheckFields
        legend="More formats for uploads, beside MP3, WAV, FLAC, M4A and OGG"
        values={addableFormats}
        chosen={draft.uploadFormats}
        problem={undefined}
        nameOf={(format) => formatNames[format]}
        onChange={(uploadFormats) => onEdit({ uploadFormats: [...uploadFormats] })}
      />
    </div>
  );
}
