import { countOf } from "../../../ui/count-of.ts";
import { refuseFile } from "../upload-rules.ts";
import type { ChosenFile, UploadLimits } from "../upload-rules.ts";

interface Choice<Chosen> {
  /** Files to send, or with the reason why not. */
  readonly files: readonly { readonly file: Chosen; readonly refusal: string | undefined }[];
  /** Names what is left out; undefined if nothing is. */
  readonly notice: string | undefined;
}

const NAMED = 3;

/** Decides which chosen files join the queue: music. Other files beside it, such as covers, are left out. */
export function decideChoice<Chosen extends ChosenFile>(
  chosen: readonly Chosen[],
  limits: UploadLimits,
): Choice<Chosen> {
  const isMusic = (file: Chosen) =>
    refuseFile(file, { ...limits, maxUploadBytes: Number.MAX_SAFE_INTEGER }) === undefined;
  const other = chosen.filter((file) => !isMusic(file));
  return {
    files: chosen
      .filter(isMusic)
      .map((file) => ({ file, refusal: refuseFile(file, limits)?.text })),
    notice: other.length === 0 ? undefined : wordLeftOut(other),
  };
}

function wordLeftOut(files: readonly ChosenFile[]): string {
  const named = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length - named.length;
  const names = named.join(", ") + (more > 0 ? ` and ${more} more` : "");
  return `Left out ${countOf(files.length, "file")} that ${files.length === 1 ? "is" : "are"} not music: ${names}`;
}
