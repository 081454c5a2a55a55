// What other features may use.
export { canAnalyseLiveStreams } from "./audio-graph.ts";
export { PlayPicture } from "./play-picture.tsx";
export { usePlayer, usePlayerState } from "./player-context.ts";
export type { Player } from "./player.ts";
export { usePlay } from "./programme-context.ts";
export type { Programme } from "./programme.ts";
export { GAIN_LIMIT_DB } from "./volume.ts";
