import { Upload } from "lucide-react";
import { Link } from "wouter";
import { useRight } from "../accounts/session-data.ts";
import { useNowPlaying } from "../radio/radio-data.ts";
import { noPlayOf } from "./no-play-rules.ts";
import type { NoPlay } from "./no-play-rules.ts";

export function useNoPlay(): NoPlay | undefined {
  return noPlayOf(useNowPlaying().data);
}

/** The way out of an empty station, for those who may upload. */
export function FirstUpload() {
  const mayUpload = useRight("upload");
  const isForWantOfMusic = useNoPlay()?.isForWantOfMusic === true;
  if (!mayUpload || !isForWantOfMusic) return null;
  return (
    <Link href="/upload" className="button button-small mt-2 self-start">
      <Upload size={16} aria-hidden="true" />
      Upload your first track
    </Link>
  );
}
