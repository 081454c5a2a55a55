import { AV_LOG_QUIET } from "node-av/constants";
import { Log } from "node-av/lib";

/** Silences FFmpeg's own messages on stderr, process-wide: we report its return codes instead. */
export function silenceCodecLog(): void {
  Log.setLevel(AV_LOG_QUIET);
}
