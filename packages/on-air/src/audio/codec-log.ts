import { AV_LOG_QUIET } from "node-av/constants";
import { Log } from "node-av/lib";

/** Keeps FFmpeg's own messages off stderr, for the whole process: what matters comes back as return codes. */
export function silenceCodecLog(): void {
  Log.setLevel(AV_LOG_QUIET);
}
