// Public to other features.
export {
  RADIO_STATE_CHANGE,
  isSong,
  nowPlayingQuery,
  radioStateQuery,
  streamInfoQuery,
  useChangeRadioState,
  useNowPlaying,
  usePlaybackCommand,
  useRadioState,
  useStationSwitch,
  useStreamInfo,
} from "./radio-data.ts";
