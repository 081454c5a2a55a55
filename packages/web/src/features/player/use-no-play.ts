import { useNowPlaying } from "../radio/index.ts";
import { noPlayOf } from "./no-play-rules.ts";
import type { NoPlay } from "./no-play-rules.ts";

export function useNoPlay(): NoPlay | undefined {
  return noPlayOf(useNowPlaying().data);
}
