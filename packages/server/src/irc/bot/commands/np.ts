import { formatDuration } from "../../../library/track-rules.ts";
import { namePlay } from "../bot-words.ts";
import { toChannel, toSpeaker, type BotCommand } from "../command.ts";
import { cutName } from "../line-rules.ts";

export const np: BotCommand = {
  name: "np",
  usage: "",
  help: "Tells what is on air now.",
  access: "public",
  isReading: true,
  limit: { burst: 3, everySeconds: 10 },
  run: async ({ parts: { link, nowMs } }) => {
    const { status } = link;
    if (status === null) return toSpeaker("What is on air can't be told right now");
    const { now } = status;
    if (now === null) return toChannel("Nothing of the library is on air now");
    if (status.source === "paused") return toChannel(`Paused: ${namePlay(now)}`);
    const playedMs = status.positionMs + (nowMs() - status.atMs) - now.audioStartMs;
    const length =
      now.durationMs === null
        ? ""
        : `, ${formatDuration(Math.min(Math.max(playedMs, 0), now.durationMs))} of ${formatDuration(now.durationMs)}`;
    const requested = now.requestedBy === null ? "" : `, requested by ${cutName(now.requestedBy)}`;
    return toChannel(`On air: ${namePlay(now)}${length}${requested}`);
  },
};
