// Public to other features.
export {
  RADIO_STATE_CHANGE,
  isSong,
  kindNames,
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
