// Public to other features.
export {
  RADIO_STATE_CHANGE,
  nowPlayingQuery,
  radioStateQuery,
  streamInfoQuery,
  useChangeRadioState,
  useNowPlaying,
  usePlaybackCommand,
  useRadioState,
  useStreamInfo,
} from "./radio-data.ts";
