// Public to other features.
export { canAnalyseLiveStreams } from "./audio-graph.ts";
export { listens } from "./playback-machine.ts";
export { PlayPicture } from "./play-picture.tsx";
export { usePlayer, usePlayerState } from "./player-context.ts";
export type { Player } from "./player.ts";
export { usePlay } from "./heard-programme.ts";
export type { HeardProgramme } from "./heard-programme.ts";
export { GAIN_LIMIT_DB } from "./volume.ts";
