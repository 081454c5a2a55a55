import type { AiredPlay } from "@neonrelay/on-air/protocol";
import { formatDuration } from "../../../library/track-rules.ts";
import { namePlay } from "../bot-words.ts";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { cutName } from "../line-rules.ts";

export const np: BotCommand = {
  name: "np",
  usage: "",
  help: "Shows what is on air.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ parts: { link, nowMs } }) => {
    const { status } = link;
    if (status === null) return toSpeaker("What is on air is unknown right now");
    const { now, source, settings } = status;
    if (!settings.isStreaming) return toChannel("The station is off air");
    if (now === null)
      return toChannel(
        source === "emergency"
          ? "The emergency loop is on air: no music can be played"
          : "Nothing from the library is on air",
      );
    if (source === "paused") return toChannel(`Paused: ${namePlay(now)}`);
    const playedMs = status.positionMs + (nowMs() - status.atMs) - now.audioStartMs;
    const what = `${namePlay(now)}${wordProgress(now, playedMs)}`;
    if (source === "faded-out")
      return toChannel(`Faded out: ${what}; Fade In or the next track brings it back`);
    const requested = now.requestedBy === null ? "" : `, requested by ${cutName(now.requestedBy)}`;
    return toChannel(`On air: ${what}${requested}`);
  },
};

/** ', 1:00 of 3:00' */
function wordProgress({ durationMs }: Pick<AiredPlay, "durationMs">, playedMs: number): string {
  if (durationMs === null) return "";
  const withinMs = Math.min(Math.max(playedMs, 0), durationMs);
  return `, ${formatDuration(withinMs)} of ${formatDuration(durationMs)}`;
}
